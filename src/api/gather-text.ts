export type GatheredText = { readonly push: (chunk: Uint8Array) => null; readonly gathered: () => string };

/** Collects the beginning of a body as text: about `max` characters. */
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
