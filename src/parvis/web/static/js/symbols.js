// The pictures that fragments refer to: fetched once, kept by the browser. Of the view; imports nothing.

const PAUSE = 2000; // milliseconds before it is tried again

/** Put the symbols into the page; fragments that refer to them show them as soon as they are there.
 * @param {HTMLElement} holder its `data-src` is their address
 * @param {(url: string) => Promise<Response>} get @param {number} pause */
export async function fetchSymbols(holder, get = fetch, pause = PAUSE) {
  const address = holder.dataset["src"];
  while (address) {
    const text = await get(address).then((answer) => (answer.ok ? answer.text() : null), () => null);
    if (text !== null) {
      holder.innerHTML = text;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
