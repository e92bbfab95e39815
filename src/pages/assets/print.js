// The customer's record: a button that prints it. Printing stops the automatic return to the shop.
(() => {
  const one = (selector) => document.querySelector(selector);
  const print = one('[data-print]');
  const stay = one('[data-stay]');
  print.hidden = false;
  print.addEventListener('click', () => window.print());
  if (stay) window.addEventListener('beforeprint', () => stay.click());
})();
