/* The sandbox's stand-in for the provider's omise.js: OmiseCard opens the card form in an iframe of the provider's own host. */
(function () {
  'use strict';
  const formUrl = new URL('card-form', document.currentScript.src);
  const formOrigin = formUrl.origin;
  let defaults = {};
  let current = null;

  function setStyles(element, styles) {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
  }

  function configure(options) {
    defaults = { ...defaults, ...options };
  }

  function open(options) {
    if (current) close();
    const settings = { ...defaults, ...options };
    if (!settings.publicKey) throw new Error('OmiseCard: publicKey is missing');
    const url = new URL(formUrl);
    const locale = String(settings.locale || 'en').startsWith('th') ? 'th' : 'en';
    const query = {
      publicKey: settings.publicKey,
      amount: settings.amount,
      currency: settings.currency || 'THB',
      frameLabel: settings.frameLabel,
      submitLabel: settings.submitLabel,
      locale,
      origin: window.location.origin,
    };
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, value);
    }

    const iframe = document.createElement('iframe');
    iframe.title = locale === 'th' ? 'กรอกข้อมูลบัตร' : 'Card details';
    iframe.id = 'omise-checkout-iframe-app';
    // Set by script, so that the page's content security policy needs no inline styles.
    setStyles(iframe, {
      position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', 'z-index': '2147483647',
      background: 'transparent', 'color-scheme': 'light',
    });
    iframe.src = url.href;

    const covered = [...document.body.children].filter((element) => !element.inert);
    for (const element of covered) element.inert = true;
    const overflow = document.documentElement.style.overflow;
    document.documentElement.style.overflow = 'hidden';
    current = { iframe, settings, covered, overflow, focused: document.activeElement };
    iframe.addEventListener('load', () => iframe.focus());
    document.body.append(iframe);
    window.addEventListener('message', receive);
    document.addEventListener('keydown', closeOnEscape);
  }

  function close() {
    if (!current) return;
    const { iframe, settings, covered, overflow, focused } = current;
    current = null;
    window.removeEventListener('message', receive);
    document.removeEventListener('keydown', closeOnEscape);
    iframe.remove();
    for (const element of covered) element.inert = false;
    document.documentElement.style.overflow = overflow;
    if (focused && focused.focus) focused.focus();
    if (settings.onFormClosed) settings.onFormClosed();
  }

  function receive(event) {
    if (!current || event.origin !== formOrigin || event.source !== current.iframe.contentWindow) return;
    const { data } = event;
    if (!data || data.sender !== 'omise-card-form') return;
    if (data.type === 'close') close();
    if (data.type === 'token' && /^tokn_\w+$/.test(data.token)) {
      const { onCreateTokenSuccess } = current.settings;
      if (onCreateTokenSuccess) onCreateTokenSuccess(data.token);
      close();
    }
  }

  function closeOnEscape(event) {
    if (event.key === 'Escape') close();
  }

  window.OmiseCard = Object.freeze({ configure, open, close });
})();
