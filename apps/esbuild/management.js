import { init } from 'svc-embed/management';
import file from '../node_modules/svc-embed/dist/management/svc_embed_management_bg.wasm';

await init(new URL(file, import.meta.url));
await import('../shared/management.js');
