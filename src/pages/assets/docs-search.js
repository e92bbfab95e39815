// The search of the documentation as one types, the key / for it, and a button on samples that copies them. An exported
// site has no server: there `data-index` names a script that searches here.
const field = document.getElementById('q');
const found = document.getElementById('found');
const { index } = document.body.dataset;

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.replaceChildren();
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest('input, textarea, select, [contenteditable="true"]')) return;
  event.preventDefault();
  field.focus();
});

let loading;
function loadIndex() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = index;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

async function ask(query) {
  if (index) {
    await loadIndex();
    return window.tefoDocs.search(query);
  }
  const answer = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`);
  return answer.ok ? answer.json() : [];
}

function linkOf({ title, page, address }) {
  const link = document.createElement('a');
  link.href = (document.body.dataset.root ?? '') + address;
  link.textContent = title;
  const where = document.createElement('span');
  where.textContent = page;
  link.append(where);
  return link;
}

let asked = 0;
async function show(target, query, most) {
  const own = ++asked;
  const results = query.trim() === '' ? [] : await ask(query);
  if (own !== asked) return;
  const nothing = document.createElement('p');
  nothing.textContent = 'No page matches. Check the spelling, or try one word.';
  const list = document.createElement('ol');
  for (const result of results.slice(0, most)) {
    const entry = document.createElement('li');
    entry.append(linkOf(result));
    list.append(entry);
  }
  target.replaceChildren(...(results.length > 0 ? [list] : query.trim() === '' ? [] : [nothing]));
}

// The navigation shows its current page.
const navigation = document.getElementById('documentation');
const current = navigation?.querySelector('[aria-current]');
if (current && current.offsetTop > navigation.clientHeight / 2)
  navigation.scrollTop = current.offsetTop - navigation.clientHeight / 3;

// A link to a folded section opens it.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target?.closest('details.folded');
  if (fold) fold.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();

let timer;
field.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => show(found, field.value, 10), 80);
});
document.addEventListener('click', (event) => {
  if (!event.target.closest?.('.docs-search')) found.replaceChildren();
});

// The page of results in an exported site.
const results = document.getElementById('results');
const query = new URLSearchParams(location.search).get('q');
if (index && results && query) {
  field.value = query;
  show(results, query, 30);
}

for (const sample of navigator.clipboard ? document.querySelectorAll('.sample') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sample-copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(sample.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  sample.append(button);
}
