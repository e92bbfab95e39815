// Improves the customers' pages, which all work without it. It must run on old phones.
(() => {
  const one = (selector) => document.querySelector(selector);
  const on = (target, event, act) => target.addEventListener(event, act);
  const fill = (template, value) => template.replace(/\{\w+\}/, () => value);
  const page = document.body.dataset;
  const again = () => location.replace(page.home);

  const problem = one('[data-focus]');
  if (problem) problem.focus();

  // Banks: a filter while typing, a button with the choice's name, and a scroll so that the footer never covers it.
  const list = one('#banks');
  if (list) {
    const button = one('[data-continue]');
    const search = one('#q');
    const rows = Array.from(list.children);
    const names = rows.map((row) => row.dataset.names.split('|'));
    const chosen = () => one('#banks :checked');
    const name = () => {
      if (chosen() && button) button.textContent = fill(button.dataset.continue, chosen().dataset.name);
    };
    one('[data-plain]').hidden = true;
    on(search, 'input', () => {
      const found = findBanks(names, search.value);
      const hits = rows.filter((_, index) => found[index]);
      for (const row of rows) row.hidden = !hits.includes(row) && !row.contains(chosen());
      list.hidden = rows.every((row) => row.hidden);
      one('[data-none]').hidden = hits.length > 0;
      if (button) one('[data-foot]').hidden = list.hidden;
    });
    on(search.form, 'submit', (event) => event.preventDefault());
    on(list, 'change', () => {
      name();
      chosen().closest('li').scrollIntoView({ block: 'nearest' });
    });
    on(window, 'pageshow', name);
  }

  // The time left, counted down from the server's value.
  const left = one('[data-left]');
  if (left) {
    const words = left.dataset;
    const end = performance.now() + Number(words.left);
    let before;
    const say = (minutes, seconds) => {
      if (minutes > 1) return fill(words.minutes, minutes);
      return minutes ? words.minute : fill(words.seconds, seconds);
    };
    const tick = () => {
      const seconds = Math.max(0, Math.floor((end - performance.now()) / 1000));
      const minutes = Math.floor(seconds / 60);
      if (minutes < 60) left.textContent = say(minutes, seconds);
      if (before > minutes) one('[data-spoken]').textContent = left.textContent;
      before = minutes;
      setTimeout(seconds ? tick : again, 1000);
    };
    tick();
  }

  // Waiting, or shown while a phone continues: reload when the status names another page.
  if (page.status) {
    const code = one('[data-hand-off]');
    const ask = () => {
      if (document.hidden || (code && !code.offsetParent)) return;
      fetch(page.status, { cache: 'no-store' })
        .then((answer) => (answer.ok ? answer.json() : page))
        .then((state) => state.page === page.page || again())
        .catch(() => {});
    };
    setInterval(ask, code ? 4000 : 2000);
    on(document, 'visibilitychange', ask);
  }
  const late = one('[data-after][hidden]');
  if (late) {
    setTimeout(() => {
      late.hidden = false;
      one('[data-until]').hidden = true;
    }, late.dataset.after);
  }

  // Paid: return to the shop, unless the customer stays or has come back.
  const follow = one('[data-follow]');
  if (follow && performance.navigation.type !== 2) {
    follow.hidden = false;
    const leave = setTimeout(() => location.assign(one('[data-back]').href), 5000);
    on(one('[data-stay]'), 'click', () => {
      clearTimeout(leave);
      follow.hidden = true;
    });
  }

  // A form is sent once, unless the customer comes back to it.
  let sent;
  on(document, 'submit', (event) => {
    if (event.target.method !== 'post') return;
    sent = Array.from(event.target.elements).find((element) => element.type === 'submit');
    setTimeout(() => {
      sent.disabled = true;
    });
  });
  on(window, 'pageshow', () => {
    if (sent) sent.disabled = false;
  });
})();
