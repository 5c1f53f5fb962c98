export type GatheredText = { readonly push: (chunk: Uint8Array) => null; readonly gathered: () => string };

/** The beginning of a body as text: about so many characters, or all there is. */
export function gatherText(max: number): GatheredText {
  const decoder = new TextDecoder();
  let text = '';
  return {
    push: (chunk) => {
      if (text.length < max) text += decoder.decode(chunk, { stream: true });
      return null;
    },
    gathered: () => text + decoder.decode(),
  };
}
