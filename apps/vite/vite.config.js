import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const compilerOptions = { isCustomElement: (tag) => tag === 'svc-embed' };

export default defineConfig({
  plugins: [vue({ template: { compilerOptions } })],
  server: { proxy: { '/api': process.env.BACKEND } },
});
