// Payment details: a button for each that copies it exactly. Without this script they can be selected.
(() => {
  // The clipboard needs a secure address, and old phones lack it.
  const bySelection = (text) => {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'unseen';
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  };
  const copy = (text) =>
    navigator.clipboard
      ? navigator.clipboard.writeText(text).then(
          () => true,
          () => bySelection(text),
        )
      : Promise.resolve(bySelection(text));

  const spoken = document.querySelector('[data-copied-spoken]');
  for (const button of Array.from(document.querySelectorAll('button[data-copy]'))) {
    const word = button.querySelector('[data-word]');
    const before = word.textContent;
    let timer;
    button.hidden = false;
    button.addEventListener('click', () => {
      const { value } = document.querySelector(`[data-field="${button.dataset.copy}"]`).dataset;
      copy(value).then((isCopied) => {
        button.focus();
        if (!isCopied) return;
        word.textContent = button.dataset.copied;
        spoken.textContent = button.dataset.copied;
        clearTimeout(timer);
        timer = setTimeout(() => {
          word.textContent = before;
          spoken.textContent = '';
        }, 2000);
      });
    });
  }
})();
