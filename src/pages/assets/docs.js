// Draws the API reference from the surfaces' documents. Nothing leaves this host: no fonts, proxy or telemetry.
const { scalar, documents } = document.body.dataset;

// Maps Scalar's names to our tokens, so that it matches the other pages.
const colours = `
  --scalar-background-1: var(--paper); --scalar-background-2: var(--card); --scalar-background-3: var(--line);
  --scalar-color-1: var(--ink); --scalar-color-2: var(--muted); --scalar-color-3: var(--muted);
  --scalar-color-accent: var(--green); --scalar-border-color: var(--line);
  --scalar-sidebar-background-1: var(--paper); --scalar-sidebar-color-1: var(--ink);
  --scalar-sidebar-color-2: var(--muted); --scalar-sidebar-color-active: var(--green);
  --scalar-sidebar-border-color: var(--line);`;

const script = document.createElement('script');
script.src = scalar;
script.onload = () => {
  window.Scalar.createApiReference('#reference', {
    sources: JSON.parse(documents),
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
