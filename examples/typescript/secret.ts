import { Aid } from 'aid-stack';

const aid = new Aid();
const secret = await aid.vault.secrets.create({ name: 'Shop', value: { user: 'ada', password: 'correct horse' } });
// The function gets the value under a lease for one use. Nothing stores it.
await aid.vault.use(
  secret.id,
  (value) => {
    const { user } = value as { user: string };
    console.log('logged in as', user);
  },
  { purpose: 'Order paper' },
);
