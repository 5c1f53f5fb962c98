// The Homebrew formula: it installs the npm package with Homebrew's own Node, on macOS and Linux.
/**
 * @param {object} about
 * @param {string} about.description @param {string} about.homepage @param {string} about.license
 * @param {string} about.url of the package's tarball @param {string} about.sha256 of that @returns {string}
 */
export const formulaOf = ({ description, homepage, license, url, sha256 }) => `class Spotdeck < Formula
  desc "${description.replace(/^An? |:.*$|\.$/g, '')}"
  homepage "${homepage}"
  url "${url}"
  sha256 "${sha256}"
  license "${license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    man1.install_symlink libexec/"lib/node_modules/spotdeck/docs/spotdeck.1"
    generate_completions_from_executable(bin/"spotdeck", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/spotdeck --version")
  end
end
`;
