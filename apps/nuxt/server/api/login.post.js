import { signIn } from '../../../shared/sign-in.js';

export default defineEventHandler((event) => signIn(toWebRequest(event)));
