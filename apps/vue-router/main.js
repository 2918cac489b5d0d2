import { createApp } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';
import { tenant } from '../shared/page.js';
import App from './App.vue';
import Home from './Home.vue';
import Kept from './Kept.vue';

const baseUrl = await tenant();
const kept = (name, publicId) => ({ name, baseUrl, publicId });

const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: Home },
    { path: '/sales', component: Kept, props: kept('sales', 'sales-overview') },
    {
      path: '/boards/:n',
      component: Kept,
      props: ({ params }) => kept(`board ${params.n}`, 'fulfilment'),
    },
  ],
});

createApp(App).use(router).mount('#root');
