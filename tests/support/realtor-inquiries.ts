type Inquiry = { message: string } & Partial<Record<'name' | 'email' | 'number' | 'subject' | 'siteUrl' | 'zipCodes', string>>

const signature = `--
Dana Sample, REALTOR®
Sample & Field Real Estate Group | Lic. 475.123456
O 217-555-0142 | C (217) 555-0177
https://www.sampleandfield.example
https://www.facebook.com/sampleandfield
https://www.instagram.com/sampleandfield
https://www.youtube.com/@sampleandfield
https://www.zillow.com/profile/sampleandfield`

/** What realtors write to a seller of search engine optimization. None of it may be taken for spam (P-124). */
export const realtorInquiries: readonly Inquiry[] = [
  // They name our topics, because these are what we sell.
  { message: 'We sell homes in Springfield, do you include link building?' },
  { message: 'Do you build backlinks or write guest posts for real estate sites? What does it cost?' },
  { message: 'Our last agency bought 200 dofollow backlinks on PBNs for https://example.com. Can you clean them up?' },
  { message: 'We want link insertions and niche edits on DA 60+ sites. Your best price for 20 a month?' },
  { message: 'Interested in sponsored posts. Send your price list and rates.', subject: 'Guest posts and backlinks' },
  { message: 'Our site was hacked and shows viagra and cialis pages in Google. Cheap pharmacy spam everywhere. Help!' },
  { message: 'A seller offers us 500 links for $99. Is that a good deal, or will Google punish us?' },
  { message: 'what is domain authority and why is mine 4' },
  // They say what they do, which reads like an offer.
  { message: 'We offer homes in Springfield and need more calls from Google. Our budget is $999.' },
  { message: 'I sell luxury condos from $450,000 in Miami Beach, best prices in town. Nobody finds my website.' },
  {
    message: 'Our team provides property management, discount listings (1% commission) and cash offers. How do we rank for that?',
  },
  { message: 'We buy houses for cash. Get an offer today is our slogan. Which package ranks "we buy houses Dallas"?' },
  { message: 'Limited time: I can only talk this week, I have an open house special on Saturday. Call me 217-555-0142.' },
  { message: 'Own a CBD shop next to my brokerage and want both on the map' },
  // Their own listings, with and without a question.
  { message: 'https://www.zillow.com/homedetails/1-Elm-St' },
  { message: 'www.springfield-homes.example' },
  {
    message:
      'Our listings:\nhttps://www.zillow.com/homedetails/1\nhttps://www.realtor.com/2\nhttps://www.redfin.com/IL/Springfield/3',
  },
  {
    email: 'dana@springfield-homes.example',
    message:
      'Listings to rank: https://springfield-homes.example/elm https://springfield-homes.example/oak https://springfield-homes.example/ash',
  },
  {
    siteUrl: 'www.springfield-homes.example',
    message:
      'https://springfield-homes.example/a\nhttps://springfield-homes.example/b\nhttps://springfield-homes.example/c\nStandard package',
  },
  {
    number: '(217) 555-0142',
    message: 'Elm St https://a.example/1 Oak St https://b.example/2 Ash St https://c.example/3',
  },
  {
    message: `Two of my listings get no views: https://www.zillow.com/homedetails/1 and https://www.zillow.com/homedetails/2.
My competitor is first for both streets: https://rival.example/elm-street`,
  },
  // Several links with a question.
  {
    message:
      'Which of these pages should rank? https://a.example/buy https://a.example/sell https://a.example/rent https://a.example/blog',
  },
  { message: 'Is <a href="https://example.com" rel="nofollow">our link</a> on the board’s site worth anything?' },
  { message: 'My web person says to add [url=https://example.com]homes[/url] to forums. Please tell me if that is smart.' },
  { message: 'Compare please: https://one.example https://two.example https://three.example https://four.example' },
  // A signature with many links below a short text.
  { message: `Standard package, two offices.\n\n${signature}` },
  { message: `Can you call tomorrow?\n\n${signature}` },
  { message: `See subject.\n${signature}`, subject: 'Switching from our current SEO agency' },
  // Loud, short, empty, or in other languages.
  { message: 'I NEED MORE LEADS NOW!!! MY SITE IS NOT ON GOOGLE AT ALL!!! CALL ME 217 555 0142' },
  { message: 'HOW MUCH IS THE $999 PACKAGE??? DO YOU GUARANTEE FIRST PAGE???', name: 'BOB BROKER' },
  { message: 'seo' },
  { message: 'call me', number: '2175550142' },
  { message: '', name: 'Dana', number: '217-555-0142' },
  { message: 'price?' },
  { message: 'Vendemos casas en Miami. ¿Incluyen enlaces? ¿Cuánto cuesta al mes?', name: 'José Núñez' },
  {
    message:
      'Buenas tardes, necesito más clientes para mis propiedades: https://casas.example https://pisos.example https://a.example',
  },
  { message: 'Quisiera información sobre el paquete básico para nuestra inmobiliaria www.casas.example, gracias' },
  { message: 'Сколько стоит продвижение сайта агентства недвижимости? https://dom.example' },
  { message: '我们在洛杉矶卖房子，你们可以做中文SEO吗？ https://homes.example' },
  // Figures and plans that read like advertising.
  {
    message: `Goals for next quarter:
- 100% increase in organic traffic
- top 3 for "homes for sale Springfield"
- best price per lead, max $25 each
Our site: https://www.springfield-homes.example. Order today possible, buy now button works?`,
  },
  { message: 'I want to order the Premium package today online with my company card. Buy now leads to an error.' },
]
