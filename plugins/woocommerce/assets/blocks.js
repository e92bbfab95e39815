// The payment method in the block checkout. Written without a build step.
(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry;
  const { createElement } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const settings = window.wc.wcSettings.getSetting('tefo_data', {});
  const title = decodeEntities(settings.title || 'Tefo');
  const content = createElement('div', null, decodeEntities(settings.description || ''));

  registerPaymentMethod({
    name: 'tefo',
    label: createElement('span', null, title),
    ariaLabel: title,
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: settings.supports || ['products'] },
  });
})();
