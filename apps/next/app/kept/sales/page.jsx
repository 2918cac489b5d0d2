import { Sales } from '../../../../shared/sales.jsx';

export const dynamic = 'force-dynamic';

export default function Page() {
  return (
    <div className="place">
      <Sales baseUrl={process.env.TENANT} keep="sales" />
    </div>
  );
}
