/**
 * Runs in the page: visits places of the console one after another without loading it again, opens the tabs and details
 * that it is given, and lets each email be shown in full. Returns the places with an element that only markup makes.
 */
async (places, { tabs, details, forbidden }) => {
  const shown = new WeakSet();
  let look = () => {};
  // The load of a frame does not bubble, but it is captured.
  document.addEventListener(
    'load',
    ({ target }) => {
      shown.add(target);
      look();
    },
    true,
  );
  const until = (isThere) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => look());
      look = () => {
        if (!isThere()) return;
        observer.disconnect();
        resolve();
      };
      observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
      look();
    });
  const all = (selector) => [...document.querySelectorAll(selector)];
  const framesShown = () => all('iframe.mail').every((frame) => shown.has(frame));
  const named = (selector, text) => all(selector).find((element) => element.textContent.trim() === text);
  const found = [];
  for (const { hash, sign } of places) {
    location.hash = hash;
    await until(() => all('main summary, main dd code').some(({ textContent }) => textContent.includes(sign)));
    await until(framesShown);
    for (const name of tabs) {
      await until(() => named('[role="tab"]', name) !== undefined);
      named('[role="tab"]', name).click();
      await until(() => named('[role="tab"]', name).ariaSelected === 'true' && framesShown());
    }
    for (const text of details) {
      named('summary', text).click();
      await until(() => all('main [role="region"]').some(({ ariaLabel }) => ariaLabel === text));
    }
    if (document.querySelector(forbidden) !== null) found.push(hash);
  }
  return found;
};
