import resolve from '@rollup/plugin-node-resolve';

export default {
  input: '../shared/dashboard.js',
  output: { file: 'dist/script.js', format: 'iife', inlineDynamicImports: true },
  plugins: [resolve()],
};
