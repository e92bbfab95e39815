// Makes the console quicker. All of it works without: pages are addresses, and changes are forms.
(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const focus = (selector) => {
    const found = one(selector);
    if (found) found.focus();
  };
  const follow = (selector) => {
    const link = one(selector);
    if (link) link.click();
  };

  // Elements that a page shows only with scripts.
  const show = () => {
    for (const hidden of all('[data-print], [data-pause]')) hidden.hidden = false;
    showPause();
    focus('[data-focus]');
  };

  // Live: a page pauses on request, reloads when there is no room, and stops when it is refused.
  const key = 'tefo-paused';
  const isPaused = () => sessionStorage.getItem(key) === 'yes';
  let connection;
  let reloading;
  function showPause() {
    for (const button of all('[data-pause]')) {
      button.setAttribute('aria-pressed', String(isPaused()));
      button.textContent = isPaused() ? 'Live updates are paused' : 'Pause live updates';
    }
  }
  function switchPause() {
    sessionStorage.setItem(key, isPaused() ? 'no' : 'yes');
    showPause();
    const stream = one('#live');
    if (!isPaused() && stream) stream.dispatchEvent(new Event('resume'));
    else if (connection?.reader) connection.reader.cancel();
  }
  const isIdle = () =>
    !document.hidden && !isPaused() && !one('form.act :focus, .filters :focus, dialog[open]');
  function reloadLater() {
    clearTimeout(reloading);
    reloading = setTimeout(() => (isIdle() ? location.reload() : reloadLater()), 30_000);
  }
  function refused(status) {
    if (status === 503) return reloadLater();
    const stream = one('#live');
    if (![401, 403, 404].includes(status) || !stream) return;
    stream.remove();
    const said = one('#live-said');
    said.classList.remove('unseen');
    said.textContent =
      status === 401 ? 'You are signed out: load the page again.' : 'This page is not yours to see any more.';
  }
  const isStream = (event) => event.target.id === 'live';
  document.addEventListener('htmx:before:request', (event) => {
    if (isStream(event) && isPaused()) event.preventDefault();
  });
  document.addEventListener('htmx:sse:before:connection', (event) => {
    if (isPaused()) event.preventDefault();
  });
  document.addEventListener('htmx:sse:after:connection', (event) => {
    connection = event.detail.connection;
  });
  document.addEventListener('htmx:sse:error', (event) => refused(event.detail.status));
  document.addEventListener('htmx:response:error', (event) => {
    if (isStream(event)) refused(event.detail.ctx.response.status);
  });

  // Parts of pages. Who was signed out meanwhile is led to the sign-in as by a link.
  document.addEventListener('htmx:before:response', (event) => {
    const { raw } = event.detail.ctx.response;
    if (!raw.redirected) return;
    event.preventDefault();
    location.href = raw.url;
  });
  document.addEventListener('htmx:after:settle', (event) => {
    if (event.target.id !== 'main') return;
    show();
    if (document.activeElement === document.body) focus('#main');
  });

  // Keyboard shortcuts. Nothing happens while the user types.
  let chord = 0;
  const move = (by) => {
    const rows = all('tbody a[data-row]');
    const at = rows.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by;
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (row) row.focus();
  };
  const keys = {
    '/': () => focus('#q'),
    j: () => move(1),
    k: () => move(-1),
    e: () => follow('[data-export]'),
    f: () => {
      const fold = one('.filter-fold');
      if (fold) fold.open = true;
      focus('.filters input, .filters select');
    },
    r: () => focus('form[action$="/refund"] [name="amount"]'),
    n: () => follow('[rel="next"]'),
    g: () => {
      chord = Date.now();
    },
    '?': () => one('#keys')?.showModal(),
  };
  document.addEventListener('keydown', (event) => {
    const { target, key: pressed } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || one('dialog[open]')) return;
    const isTyping = target.matches('input, select, textarea');
    if (isTyping && pressed === 'Escape') target.blur();
    if (isTyping) return;
    if (Date.now() - chord < 1500) {
      chord = 0;
      return follow(`nav [data-key="${CSS.escape(pressed)}"]`);
    }
    if (!Object.hasOwn(keys, pressed)) return;
    event.preventDefault();
    keys[pressed]();
  });

  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-print]')) window.print();
    if (event.target.closest('[data-pause]')) switchPause();
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

  // A chosen file is read into the field next to it: the form sends the text that is shown.
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
  show();
})();
