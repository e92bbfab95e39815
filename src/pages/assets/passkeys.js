// Passkeys: the form has the options for a device; the response goes into a field, and the form is sent.
(() => {
  const say = (form, words) => {
    form.querySelector('[data-said]').textContent = words;
  };
  const answerOf = async (form) => {
    const { passkey, options } = form.dataset;
    const asked = JSON.parse(options);
    if (passkey === 'create') {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
      return navigator.credentials.create({ publicKey });
    }
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  };
  // Before any other listener sees the submit event: the form is not sent yet.
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      const field = form.querySelector('[data-answer]');
      if (!field || field.value) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
        say(form, 'This browser has no passkeys.');
        return;
      }
      say(form, 'Follow what your device asks.');
      answerOf(form).then(
        (answer) => {
          field.value = JSON.stringify(answer.toJSON());
          form.requestSubmit();
        },
        () => say(form, 'The device did not respond, or has no passkey for this login. Try again.'),
      );
    },
    true,
  );
})();
