// Makes the checkout nicer where scripts run; every page works without it. Old phones run it as it is.
(() => {
  const one = (selector) => document.querySelector(selector);
  const page = document.body.dataset;
  const again = () => location.replace(page.home);
  const fill = (template, value) => template.replace(/\{\w+\}/, () => value);

  // An error summary is read first.
  const problem = one('[data-focus]');
  if (problem) problem.focus();

  // Banks: the last used first, a filter while typing, a button that names the choice.
  const list = one('#banks');
  if (list) {
    const button = one('[data-continue]');
    const search = one('#q');
    const rows = Array.from(list.children);
    const chosen = () => one('#banks :checked');
    const name = () => {
      if (chosen()) button.textContent = fill(button.dataset.continue, chosen().dataset.name);
    };
    let last = null;
    try {
      last = localStorage.getItem('tefo-bank');
    } catch (e) {}
    const radio = Array.from(list.querySelectorAll('input:enabled')).find((input) => input.value === last);
    if (radio) {
      const tag = document.createElement('span');
      tag.className = 'row-tag';
      tag.textContent = list.dataset.lastUsed;
      radio.parentNode.appendChild(tag);
      list.insertBefore(radio.closest('li'), list.firstChild);
    }
    one('[data-plain]').hidden = true;
    search.addEventListener('input', () => {
      const wanted = search.value.trim().toLowerCase();
      const hits = rows.filter((row) => row.textContent.toLowerCase().includes(wanted));
      for (const row of rows) row.hidden = !hits.includes(row) && !row.contains(chosen());
      one('[data-none]').hidden = hits.length > 0;
    });
    search.form.addEventListener('submit', (event) => event.preventDefault());
    list.addEventListener('change', name);
    button.form.addEventListener('submit', () => {
      try {
        localStorage.setItem('tefo-bank', chosen().value);
      } catch (e) {}
    });
    addEventListener('pageshow', name);
  }

  // Time left, from the server's own figure: this device's clock may be wrong.
  const left = one('[data-left]');
  if (left) {
    const words = left.dataset;
    const end = performance.now() + Number(words.left);
    let before;
    const tick = () => {
      const seconds = Math.max(0, Math.floor((end - performance.now()) / 1000));
      const minutes = Math.floor(seconds / 60);
      if (minutes < 60) {
        const text =
          minutes > 1 ? fill(words.minutes, minutes) : minutes ? words.minute : fill(words.seconds, seconds);
        if (left.textContent !== text) left.textContent = text;
        if (before !== undefined && before !== minutes) one('[data-spoken]').textContent = text;
        before = minutes;
      }
      setTimeout(seconds ? tick : again, 1000);
    };
    tick();
  }

  // Waiting: ask for the state, and load again when another page is due.
  if (page.status) {
    const ask = () => {
      if (document.hidden) return;
      fetch(page.status, { cache: 'no-store' })
        .then((answer) => (answer.ok ? answer.json() : page))
        .then((state) => state.page === page.page || again())
        .catch(() => {});
    };
    setInterval(ask, 2000);
    document.addEventListener('visibilitychange', ask);
  }
  const late = one('[data-after]');
  if (late && late.hidden) {
    setTimeout(() => {
      late.hidden = false;
      one('[data-until]').hidden = true;
    }, late.dataset.after);
  }

  // Paid: back to the shop, unless the customer stays, or came back to this page.
  const follow = one('[data-follow]');
  const arrival = performance.getEntriesByType('navigation')[0];
  if (follow && !(arrival && arrival.type === 'back_forward')) {
    follow.hidden = false;
    const leave = setTimeout(() => location.assign(one('[data-back]').href), 5000);
    one('[data-stay]').addEventListener('click', () => {
      clearTimeout(leave);
      follow.hidden = true;
    });
  }

  // A form is sent once; coming back to it makes it new.
  let sent;
  document.addEventListener('submit', (event) => {
    if (event.target.method !== 'post') return;
    sent = event.target.querySelector('button');
    setTimeout(() => {
      sent.disabled = true;
    });
  });
  addEventListener('pageshow', () => {
    if (sent) sent.disabled = false;
  });

  const languages = one('.languages details');
  document.addEventListener('click', (event) => {
    if (!languages.contains(event.target)) languages.open = false;
  });
})();
