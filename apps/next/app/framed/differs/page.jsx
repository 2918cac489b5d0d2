import Framed from '../page.jsx';
import { Differs } from './text.jsx';

export const dynamic = 'force-dynamic';

export default function Page() {
  return (
    <>
      <Differs />
      <Framed />
    </>
  );
}
