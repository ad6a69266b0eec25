import { createHash } from 'node:crypto';

/** Two lists of words; a name has one of each, in the order that its country writes it. */
type NamePool = readonly [first: string, second: string];

/**
 * Usual first and family names by country, in Latin letters as banks write them. Any first word goes
 * with any second one. Nobody is meant.
 */
const pools = {
  ae: [
    'Ahmed Khalid Omar Rashid Saeed Yousef',
    'Al-Amiri Al-Hashimi Al-Mazrui Al-Nuaimi Al-Suwaidi',
  ],
  am: ['Anahit Ani Aram Davit Lilit Tigran', 'Avetisyan Grigoryan Hakobyan Petrosyan Sargsyan'],
  ar: ['Camila Joaquín Lucía Martín Sofía Tomás', 'Acosta Benítez Domínguez Ferreyra Luna Sosa'],
  at: [
    'Anna Florian Katharina Lukas Magdalena Stefan',
    'Brunner Eder Haas Leitner Pichler Steiner',
  ],
  au: ['Charlotte Ella Jack Noah Ruby William', 'Campbell Harris Kelly Mitchell Ryan Walker'],
  az: ['Elvin Farid Murad Orkhan Rashad Tural', 'Aliyev Guliyev Hasanov Huseynov Mammadov'],
  bd: ['Arif Farhana Imran Nusrat Rahim Tahmina', 'Ahmed Chowdhury Hossain Islam Rahman Sarker'],
  be: ['Emma Jan Julie Lotte Thomas Wout', 'Claes Dubois Janssens Lambert Maes Peeters'],
  br: [
    'Beatriz Bruno Fernanda Larissa Rafael Thiago',
    'Almeida Barbosa Carvalho Moreira Ribeiro Teixeira',
  ],
  by: ['Aliaksandr Andrei Dzmitry Ihar Pavel Siarhei', 'Kavalenka Kazlou Marozau Navitski Zhuk'],
  ca: ['Amelia Emma Liam Nathan Olivia Samuel', 'Bouchard Fraser Gagnon MacDonald Roy Tremblay'],
  ch: ['Andrea Luca Nina Reto Simone Urs', 'Baumann Favre Frei Keller Meier Zürcher'],
  cl: [
    'Antonia Benjamín Catalina Diego Isidora Vicente',
    'Contreras Fuentes Muñoz Rojas Sepúlveda Soto',
  ],
  co: [
    'Andrés Daniela Felipe Juliana Santiago Valentina',
    'Cárdenas Moreno Ospina Restrepo Rincón Vargas',
  ],
  cz: ['Jakub Jan Martin Ondřej Petr Tomáš', 'Černý Dvořák Horák Novotný Procházka Veselý'],
  de: ['Anna Felix Jonas Lena Marie Paul', 'Becker Hoffmann Krüger Lehmann Vogel Wolff'],
  dk: ['Emma Freja Ida Mads Rasmus Søren', 'Andersen Christensen Jensen Larsen Møller'],
  ec: [
    'Carlos Doménica Gabriela José Luis María',
    'Cevallos Espinoza Guerrero Mora Paredes Zambrano',
  ],
  eg: ['Ahmed Dina Hossam Mahmoud Nour Yasmin', 'Abdelrahman El-Sayed Fouad Hassan Mostafa'],
  es: ['Alejandro Carmen Javier Laura Marta Pablo', 'Castro Delgado Molina Navarro Ortega Serrano'],
  fi: ['Aino Eero Juha Mikko Sanna Tiina', 'Heikkinen Korhonen Laine Mäkinen Nieminen'],
  fr: [
    'Antoine Camille Chloé Hugo Julien Manon',
    'Bernard Fontaine Garnier Lefèvre Moreau Rousseau',
  ],
  gb: ['Amelia George Harry Jessica Oliver Sophie', 'Bennett Clarke Edwards Hughes Palmer Turner'],
  ge: ['Ana Giorgi Lasha Nika Nino Tamar', 'Beridze Gelashvili Kapanadze Lomidze Maisuradze'],
  gh: ['Abena Akosua Esi Kofi Kwame Yaw', 'Asante Boateng Mensah Osei Owusu'],
  gr: [
    'Andreas Dimitris Giorgos Kostas Nikos Yannis',
    'Dimitriou Georgiou Ioannou Nikolaou Papadopoulos',
  ],
  hu: ['Kovács Molnár Nagy Szabó Tóth Varga', 'Anna Balázs Eszter Gábor Péter Zsófia'],
  id: ['Agus Budi Dewi Putri Rizky Siti', 'Kusuma Nugroho Rahayu Santoso Setiawan Wibowo'],
  in: ['Aarav Amit Kavita Neha Priya Rahul', 'Gupta Iyer Mehta Nair Patel Sharma'],
  it: [
    'Alessandro Chiara Francesca Giulia Lorenzo Matteo',
    'Bianchi Conti Ferrari Gallo Marino Ricci',
  ],
  jp: ['Ito Kato Sato Suzuki Tanaka Yamamoto', 'Aoi Hiroshi Kenji Misaki Takumi Yui'],
  ke: ['Achieng Brian Faith Kevin Mercy Wanjiru', 'Kamau Kiptoo Mwangi Njoroge Otieno Wafula'],
  kg: ['Aibek Azamat Bakyt Nurlan Talant Ulan', 'Abdyldaev Asanov Isakov Mamatov Toktogulov'],
  kr: ['Choi Jung Kang Kim Lee Park', 'Hyunwoo Jiho Jiwoo Minjun Seoyeon Yuna'],
  kz: ['Arman Bauyrzhan Daniyar Nurlan Timur Yerlan', 'Akhmetov Iskakov Omarov Sadykov Suleimenov'],
  lk: ['Chamari Dilani Kasun Nuwan Ruwan Tharindu', 'Bandara Fernando Jayasinghe Perera Silva'],
  md: ['Alexandru Ana Cristina Ion Maria Vasile', 'Ceban Munteanu Popa Rotaru Rusu'],
  mx: [
    'Alejandra Diego Fernanda Jorge Mariana Ricardo',
    'Cervantes Guzmán Hernández Juárez Ramírez Zavala',
  ],
  my: ['Aisyah Amirul Farah Hafiz Nurul Zulkifli', 'Abdullah Ahmad Hassan Ismail Rahman Yusof'],
  ng: ['Adaeze Bola Chinedu Fatima Ifeoma Musa', 'Adeyemi Bello Eze Ibrahim Nwosu Okonkwo'],
  nl: ['Anouk Bram Daan Femke Lotte Sander', 'Bakker Dekker Mulder Smit Visser Vos'],
  no: ['Astrid Henrik Ingrid Kari Lars Magnus', 'Berg Dahl Haugen Johansen Lund Solberg'],
  np: ['Anita Bikash Prakash Sabina Sita Suresh', 'Adhikari Gurung Rai Shrestha Tamang Thapa'],
  pe: ['Carlos Jorge Luis Milagros Rosa Ximena', 'Castillo Flores Huamán Quispe Rojas Torres'],
  ph: ['Angelica Jerome Jose Maria Mark Rosa', 'Aquino Bautista Garcia Santos Mendoza Villanueva'],
  pk: ['Ali Ayesha Bilal Hamza Sana Usman', 'Ahmed Butt Khan Malik Qureshi Siddiqui'],
  pl: ['Agnieszka Jakub Katarzyna Magdalena Paweł Tomasz', 'Duda Mazur Nowak Pawlak Sikora Wrona'],
  pt: ['Ana Diogo Inês Mariana Ricardo Tiago', 'Cardoso Fonseca Lopes Martins Pinto Tavares'],
  ro: [
    'Alexandru Andreea Cristina Elena Mihai Radu',
    'Constantin Dumitru Ionescu Marin Popescu Stan',
  ],
  ru: [
    'Aleksei Dmitrii Ivan Mikhail Nikita Sergei',
    'Kuznetsov Lebedev Morozov Novikov Sokolov Volkov',
  ],
  sa: [
    'Abdullah Fahad Khalid Majed Sultan Turki',
    'Al-Ghamdi Al-Harbi Al-Otaibi Al-Qahtani Al-Zahrani',
  ],
  se: ['Elsa Erik Gustav Karin Lars Sofia', 'Bergström Johansson Lindberg Nilsson Sandberg'],
  th: ['Anan Kanya Malee Niran Somchai Suda', 'Boonmee Jaidee Rattanakul Saetang Srisuk Wongsa'],
  tj: ['Bakhtiyor Daler Farrukh Jamshed Parviz Rustam', 'Karimov Nazarov Rahimov Saidov Sharipov'],
  tr: ['Ahmet Ayşe Elif Emre Mehmet Zeynep', 'Aydın Çelik Demir Kaya Şahin Yıldız'],
  tz: ['Amina Baraka Halima Juma Neema Rashidi', 'Kimaro Mushi Mwakasege Ngowi Shirima'],
  ua: [
    'Iryna Kateryna Oksana Andrii Taras Yurii',
    'Bondarenko Kravchenko Marchenko Shevchenko Tkachenko',
  ],
  ug: ['Brenda Grace Joseph Moses Patience Ronald', 'Kato Mugisha Nsubuga Okello Ssempala'],
  us: ['Ashley Brandon Emily Jacob Madison Tyler', 'Anderson Brooks Carter Foster Jenkins Parker'],
  uz: ['Aziz Bekzod Jasur Otabek Sherzod Ulugbek', 'Ismoilov Karimov Rakhimov Tursunov Yusupov'],
  vn: ['Hoang Le Nguyen Pham Tran Vu', 'Hanh Lan Mai Minh Nam Tuan'],
  za: ['Lerato Nomsa Pieter Sipho Thabo Zanele', 'Botha Dlamini Khumalo Nkosi Pillay'],
} as const satisfies Record<string, NamePool>;

type PooledCountry = keyof typeof pools;

/** Countries whose currency doesn't begin with their code. */
const countryByCurrency: Readonly<Record<string, PooledCountry>> = { EUR: 'de' };

/** Where a name is from; all of it is optional, and the first that is known counts. */
interface Origin {
  country?: string | null;
  currency?: string;
}

/** Returns a plausible name of a country, else of the currency's; always the same for a seed. */
export function inventName(origin: Origin, seed: string): string {
  const [first, second] = listWords(origin);
  const hash = createHash('sha256').update(seed).digest();
  return `${pick(first, hash.readUInt32BE(0))} ${pick(second, hash.readUInt32BE(4))}`;
}

/**
 * Yields plausible names of a country, else of the currency's, without end and each once: at first all
 * names of two words, then those of three.
 */
export function* inventNames(origin: Origin): Generator<string, never> {
  const [first, second] = listWords(origin);
  let ends = second;
  for (;;) {
    // Neighbours share no word.
    for (const shift of ends.keys()) {
      yield* first.map((word, index) => `${word} ${pick(ends, index + shift)}`);
    }
    ends = ends.flatMap((end) =>
      second.filter((word) => !end.endsWith(word)).map((word) => `${end} ${word}`),
    );
  }
}

/** Returns the words that a name of a country has first and second. */
function listWords({ country, currency = '' }: Origin): [first: string[], second: string[]] {
  const byCurrency = countryByCurrency[currency] ?? currency.slice(0, 2);
  const code = [country, byCurrency].map((text) => text?.toLowerCase()).find(isPooled) ?? 'gb';
  const [first, second] = pools[code];
  return [first.split(' '), second.split(' ')];
}

function isPooled(code: string | undefined): code is PooledCountry {
  return code !== undefined && Object.hasOwn(pools, code);
}

function pick(words: readonly string[], number: number): string {
  return words[number % words.length] ?? '';
}
