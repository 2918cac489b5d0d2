export default {
  compatibilityDate: '2026-01-01',
  telemetry: false,
  app: { head: { title: 'Sales', link: [{ rel: 'icon', href: 'data:,' }] } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag === 'svc-embed' } },
  // What the environment names is read at each request, not when the app is built.
  runtimeConfig: { apiKey: '', public: { tenant: '' } },
};
