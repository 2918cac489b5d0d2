import { Sales } from '../../shared/sales.jsx';

// What the environment names is read at each request, not when the app is built.
export const dynamic = 'force-dynamic';

export default function Page() {
  return <Sales baseUrl={process.env.TENANT} />;
}
