import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const compilerOptions = { isCustomElement: (tag) => tag === 'svc-embed' };

export default defineConfig({
  plugins: [vue({ template: { compilerOptions } })],
  // The package loads parts of itself by `import()`, which Vite's other format of workers cannot do.
  worker: { format: 'es' },
  server: { proxy: { '/api': process.env.BACKEND } },
});
