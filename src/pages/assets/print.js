// The customer's record: a button that prints it, and nobody is taken away from it while they do.
(() => {
  const one = (selector) => document.querySelector(selector);
  const print = one('[data-print]');
  const stay = one('[data-stay]');
  print.hidden = false;
  print.addEventListener('click', () => window.print());
  if (stay) window.addEventListener('beforeprint', () => stay.click());
})();
