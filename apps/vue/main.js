import { createApp } from 'vue';
import Sales from './Sales.vue';

createApp(Sales).mount('#root');
