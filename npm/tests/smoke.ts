import { EmbedError, mount } from 'svc-embed';

const mounted: Promise<unknown> = mount('#here', {
  baseUrl: 'https://tenant.example',
  surface: { kind: 'dashboard', publicId: 'abc' },
});

// @ts-expect-error: the code is one of a known set
new EmbedError('no-such-code', 'message').code satisfies 'no-such-code';

export { mounted };
