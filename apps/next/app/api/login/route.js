import { signIn } from '../../../../shared/sign-in.js';

export const POST = (request) => signIn(request);
