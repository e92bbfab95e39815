// Makes the console quicker. All of it works without: pages are addresses, and changes are forms.
(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const problem = one('[data-focus]');
  if (problem) problem.focus();

  const print = one('[data-print]');
  if (print) {
    print.hidden = false;
    print.addEventListener('click', () => window.print());
  }

  // Keys. Nothing happens while somebody types.
  const links = () => all('tbody a[data-row]');
  let chord = 0;
  const move = (by) => {
    const rows = links();
    const at = rows.indexOf(document.activeElement);
    const next =
      rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by))];
    if (next) next.focus();
  };
  const follow = (selector) => {
    const link = one(selector);
    if (link) link.click();
  };
  const focus = (selector) => {
    const field = one(selector);
    if (field) field.focus();
  };
  const keys = {
    '/': () => focus('#q'),
    j: () => move(1),
    k: () => move(-1),
    e: () => follow('[data-export]'),
    f: () => focus('.filters input, .filters select'),
    r: () => follow('[data-refund]'),
    n: () => follow('[rel="next"]'),
    '?': () => {
      const dialog = one('#keys');
      if (dialog) dialog.showModal();
    },
  };
  const begins = () => {
    chord = Date.now();
  };
  keys.g = begins;
  const area = (key) => {
    chord = 0;
    follow(`nav [data-key="${CSS.escape(key)}"]`);
  };
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = target.matches('input, select, textarea');
    if (isTyping && key === 'Escape') target.blur();
    if (isTyping) return;
    if (Date.now() - chord < 1500) return area(key);
    if (!keys[key]) return;
    event.preventDefault();
    keys[key]();
  });

  // Copies what a button stands beside.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    navigator.clipboard.writeText(button.dataset.copy).then(() => {
      const words = button.textContent;
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = words;
      }, 1500);
    });
  });

  // A chosen file is read into the field beside it: what is sent is what is seen.
  document.addEventListener('change', (event) => {
    const { into } = event.target.dataset;
    const [file] = (into && event.target.files) || [];
    if (!file) return;
    file.text().then((text) => {
      one(`#${into}`).value = text;
    });
  });
  for (const hidden of all('[data-script]')) hidden.hidden = false;

  // A form that is sent cannot be sent again before its answer: the server would refuse it anyway.
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.sent) event.preventDefault();
    if (form.method === 'post') form.dataset.sent = 'yes';
  });
  window.addEventListener('pageshow', () => {
    for (const form of all('form[data-sent]')) delete form.dataset.sent;
  });
})();
