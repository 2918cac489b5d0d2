import { Board } from '../board.jsx';

export default function Page() {
  return <Board name="sales" publicId="sales-overview" />;
}
