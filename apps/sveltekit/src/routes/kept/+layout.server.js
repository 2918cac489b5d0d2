import { env } from '$env/dynamic/private';

export const load = () => ({ baseUrl: env.TENANT });
