import resolve from '@rollup/plugin-node-resolve';
import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';

export default {
  input: '../shared/management.js',
  output: { dir: 'dist' },
  plugins: [resolve(), importMetaAssets()],
};
