// Draws the API reference from the surfaces' documents. Nothing leaves this host: no fonts, proxy or telemetry.
const { scalar, documents, keys } = document.body.dataset;
const [source] = JSON.parse(documents);
const { apiKey, siteCode, clientId, clientSecret, tokenUrl } = JSON.parse(keys);

// Maps Scalar's names to our tokens, so that it matches the other pages.
const colours = `
  --scalar-background-1: var(--paper); --scalar-background-2: var(--card); --scalar-background-3: var(--line);
  --scalar-color-1: var(--ink); --scalar-color-2: var(--muted); --scalar-color-3: var(--muted);
  --scalar-color-accent: var(--green); --scalar-border-color: var(--line);
  --scalar-sidebar-background-1: var(--paper); --scalar-sidebar-color-1: var(--ink);
  --scalar-sidebar-color-2: var(--muted); --scalar-sidebar-color-active: var(--green);
  --scalar-sidebar-border-color: var(--line);`;

// In a sandbox the page has its demo merchant's keys, so that requests are signed.
const isSandbox = !apiKey.startsWith('YOUR_');

// A token lasts an hour. Without one, what needs it is answered with a 401, which says so.
async function getToken() {
  if (!isSandbox || !tokenUrl) return '';
  const form =
    source.slug === 'one'
      ? { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      : { grant_type: 'Password', SiteCode: siteCode };
  const body = new URLSearchParams(form);
  const answer = await fetch(tokenUrl, { method: 'POST', headers: { ApiKey: apiKey }, body }).catch(() => {});
  return answer?.ok ? (await answer.json()).access_token : '';
}

// What is preferred is sent with every operation, so it is for surfaces whose operations all take the same.
const preferred = { payouts: ['apiKey', 'siteCode'], external: 'apiKey' }[source.slug];

const authentication = (token) => ({
  ...(preferred && { preferredSecurityScheme: preferred }),
  securitySchemes: {
    apiKey: { value: apiKey },
    siteCode: { value: siteCode },
    bearer: { token },
    oauth: {
      flows: {
        clientCredentials: {
          token,
          'x-scalar-client-id': clientId,
          clientSecret,
          selectedScopes: ['payments', 'payouts', 'refunds', 'settlements', 'subscriptions', 'webhooks'],
        },
      },
    },
  },
});

const script = document.createElement('script');
script.src = scalar;
script.onload = async () => {
  const token = await getToken();
  window.Scalar.createApiReference('#reference', {
    sources: [source],
    ...(isSandbox && { authentication: authentication(token) }),
    theme: 'none',
    customCss: `.light-mode, .dark-mode { ${colours} }`,
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    documentDownloadType: 'direct',
    hideClientButton: true,
    hideDarkModeToggle: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  });
};
document.head.append(script);
