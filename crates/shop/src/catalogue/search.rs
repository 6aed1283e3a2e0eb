//! Search for games by Thai spellings of English names, short names, the names of their products, and with typing errors.
//!
//! A search that no game holds is read again as the other keyboard layout writes it: "พนอ" is "rov". Then it is searched
//! without the words around a name ("เติม rov") and without numbers ("rov500"), and last it is compared by likeness.
//!
//! The texts of all games are indexed once, when the catalogue is read (`search_index`), in a form where spellings of one word are alike
//! ([`plain`]). A search is short ([`LENGTH`], [`WORDS`]), and so are the texts it is compared with.

use manao_domain::keyboard::switch_layout;
use manao_domain::product::ProductKind;
use manao_domain::text::normalise;

use super::limits::WORDS;
use super::snapshot::Snapshot;

/// Number of characters of a search that are read.
const LENGTH: usize = 64;
/// Shorter texts are found only at the beginning of a word: "ro" is in "promo" too.
pub const SHORT: usize = 3;
/// Number of nearest games that are named when no game holds the search.
const GUESSES: usize = 5;

/// Words that customers put before the name of a game without a space, in the form of [`plain`]: top up, buy
const PREFIXES: [&str; 3] = ["เติมเกม", "เติม", "ซือ"];
/// Words that customers put around the name of a game, in the form of [`plain`]: game, money, price, baht, top up, buy
const FILLERS: [&str; 8] = ["เกม", "เงิน", "ราคา", "บาท", "top", "up", "topup", "buy"];

/// The games that a search found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// Indices into [`Snapshot::games`], best first
    pub games: Vec<usize>,
    /// No game holds the search: these are the nearest by likeness, or by the other keyboard layout
    pub guessed: bool,
}

impl SearchResult {
    /// Returns the first of the nearest games; nothing is guessed where there are none.
    fn guess(nearest: Vec<usize>) -> Self {
        Self { guessed: !nearest.is_empty(), games: nearest.into_iter().take(GUESSES).collect() }
    }
}

impl Snapshot {
    /// Returns games by search and kind, best first; without a search the most popular first.
    pub fn search(&self, search: Option<&str>, kind: Option<ProductKind>) -> SearchResult {
        let of_kind = || (0..self.games.len()).filter(|at| kind.is_none_or(|kind| kind == self.games[*at].kind));
        let typed: String = search.unwrap_or_default().chars().take(LENGTH).collect();
        let text = plain(&typed);
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).take(WORDS).collect();
        if words.is_empty() {
            // The search has no letter that a name could have: nothing is found.
            let games = if search.is_none_or(|search| search.trim().is_empty()) { of_kind().collect() } else { Vec::new() };
            return SearchResult { games, guessed: false };
        }
        let held = |words: &[&str]| {
            let whole = words.concat();
            best_first(of_kind(), &self.search_index.ranks(&whole, words))
        };
        let games = held(&words);
        if !games.is_empty() {
            return SearchResult { games, guessed: false };
        }
        let switched = squeezed(&plain(&switch_layout(&typed)));
        // A short one must be a whole name.
        let is_short = switched.chars().count() < SHORT;
        let mut meant = self.search_index.name_ranks(&switched);
        meant.iter_mut().for_each(|rank| *rank = rank.filter(|rank| *rank == 0 || !is_short));
        let meant = best_first(of_kind(), &meant);
        if !meant.is_empty() {
            return SearchResult::guess(meant);
        }
        let numbered = significant(&words);
        let named: Vec<&str> = numbered.iter().copied().filter(|word| !is_number(word)).collect();
        for words in [&numbered, &named] {
            let games = if words.is_empty() { Vec::new() } else { held(words) };
            if !games.is_empty() {
                return SearchResult { games, guessed: false };
            }
        }
        let words: Vec<Vec<char>> = named.iter().map(|word| sound(word)).collect();
        let whole = words.concat();
        SearchResult::guess(best_first(of_kind(), &self.search_index.distances(&whole, &words)))
    }
}

/// Returns the games that have a rank, lowest first, and games of one rank in their order.
fn best_first<R: Ord + Copy>(games: impl Iterator<Item = usize>, ranks: &[Option<R>]) -> Vec<usize> {
    let mut ranked: Vec<(R, usize)> = games.filter_map(|at| Some(((*ranks.get(at)?)?, at))).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, at)| at).collect()
}

/// Returns the words without those around the name of a game, with numbers apart from letters.
fn significant<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let without_prefix = |word: &'a str| PREFIXES.iter().find_map(|prefix| word.strip_prefix(*prefix)).unwrap_or(word);
    let parts = words.iter().copied().flat_map(|word| split_numbers(without_prefix(word)));
    parts.filter(|word| !word.is_empty() && !FILLERS.contains(word)).collect()
}

/// Splits a word into the number before its letters, its letters and the number after them. Single letters are not split off.
fn split_numbers(word: &str) -> [&str; 3] {
    let is_digit = |c: char| c.is_ascii_digit();
    let letters = word.trim_matches(is_digit);
    let is_split = letters.chars().count() > 1 && !letters.contains(is_digit);
    match word.split_once(letters) {
        Some((before, after)) if is_split => [before, letters, after],
        _ => [word, "", ""],
    }
}

pub fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
}

/// Returns the one form that all spellings of a word share: no case, tone marks or silent letters, one space between words.
pub fn plain(text: &str) -> String {
    let text = normalise(text).to_lowercase();
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // Silent: the letter goes with its mark.
            '์' => {
                plain.pop();
            }
            // Marks of tone, the shortening mark, signs of repetition and abbreviation.
            '\u{E48}'..='\u{E4B}' | '็' | 'ๆ' | 'ฯ' | '\u{E3A}' | '\'' | '’' => {}
            // Two signs that look like another one.
            'า' if plain.ends_with('\u{E4D}') => {
                plain.pop();
                plain.push('ำ');
            }
            'เ' if plain.ends_with('เ') => {
                plain.pop();
                plain.push('แ');
            }
            _ if c.is_alphanumeric() || is_vowel(c) => plain.push(c),
            _ if plain.is_empty() || plain.ends_with(' ') => {}
            _ => plain.push(' '),
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

/// Whether it is a Thai vowel above or below, which is a mark and not a letter.
fn is_vowel(c: char) -> bool {
    matches!(c, 'ั' | '\u{E34}'..='\u{E39}' | '\u{E4D}')
}

pub fn squeezed(plain: &str) -> String {
    plain.replace(' ', "")
}

/// Returns the sound of a text: Thai letters of one sound, and long and short vowels, become one.
pub fn sound(plain: &str) -> Vec<char> {
    plain
        .chars()
        .filter(|c| *c != ' ')
        .map(|c| match c {
            'ร' | 'ฬ' => 'ล',
            'ศ' | 'ษ' | 'ซ' => 'ส',
            'ฃ' | 'ค' | 'ฅ' | 'ฆ' => 'ข',
            'ฉ' | 'ฌ' => 'ช',
            'ฎ' => 'ด',
            'ฏ' => 'ต',
            'ฐ' | 'ฑ' | 'ฒ' | 'ถ' | 'ธ' => 'ท',
            'ผ' | 'ภ' => 'พ',
            'ฝ' => 'ฟ',
            'ณ' => 'น',
            'ญ' => 'ย',
            'ฮ' => 'ห',
            'ี' => 'ิ',
            'ื' => 'ึ',
            'ู' => 'ุ',
            'ใ' => 'ไ',
            _ => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::demo;

    /// Typed searches, and the game that must come first.
    const TYPED: &[(&str, &[&str])] = &[
        (
            "rov",
            &[
                "rov",
                "RoV",
                "อาร์โอวี",
                "อาโอวี",
                "อาร์โอวี่",
                "aov",
                "Arena of Valor",
                "arena  of valour",
                "คูปอง",
                "areana of valor",
                "โรวี",
            ],
        ),
        (
            "free-fire",
            &[
                "ฟีฟาย",
                "ฟรีฟาย",
                "ฟรีไฟร์",
                "ฟรี ฟาย",
                "ฟีไฟ",
                "ff",
                "FF",
                "freefire",
                "free fire",
                "fre fire",
                "frefire",
                "free fier",
                "ฟรีฝาย",
                "ฟลีฟาย",
            ],
        ),
        ("pubg-mobile", &["พับจี", "ผับจี", "พับจี มือถือ", "pubg", "PUBGM", "pugb", "pupg", "uc", "60 uc", "มือถือ", "พับจี้", "พับจีโมบาย"]),
        ("valorant", &["valorant", "valorent", "valo", "valoran", "วาโล", "วาโลแรนท์", "วาโลแรนต์", "วาโรแรน", "varolant", "vp"]),
        (
            "mobile-legends",
            &[
                "mlbb",
                "ml",
                "โมบายเลเจนด์",
                "โมบายเลเจ้น",
                "โมบาย เลเจนด์",
                "moblie legends",
                "mobile legend",
                "bang bang",
                "แบงแบง",
            ],
        ),
        (
            "genshin-impact",
            &[
                "เกนชิน",
                "เก็นชิน",
                "เกนชิ่น",
                "เกนซิน",
                "genshin",
                "gensin",
                "genshin impct",
                "genshin crystal",
                "welkin",
                "พรแห่งดวงจันทร์",
                "คริสตัล",
                "genshni",
            ],
        ),
        ("honkai-star-rail", &["hsr", "ฮงไก", "ฮงไค", "สตาร์เรล", "สตาเรล", "star rail", "honkai", "honkia star rail", "oneiric"]),
        ("zenless-zone-zero", &["zzz", "เซนเลส", "zenless", "zenles zone", "โมโนโครม", "zenless zone zro"]),
        ("roblox", &["โรบล็อก", "โรบลอค", "โรบล็อกซ์", "โลบล็อก", "roblox", "robox", "robux", "โรบัค", "rbx", "robloc"]),
        ("call-of-duty-mobile", &["codm", "cod", "call of duty", "คอลออฟดิวตี้", "คอลออฟดูตี้", "call of dutty", "cod mobile"]),
        ("league-of-legends", &["lol", "league of legends", "leage of legends", "ลีกออฟเลเจนด์", "ลอล", "tft"]),
        ("fc-mobile", &["fifa", "ฟีฟ่า", "ฟีฟา", "fc mobile", "ea fc", "fc points", "เอฟซี", "เกมบอล"]),
        ("ragnarok-origin", &["ro", "ragnarok", "ragnarock", "ragnorok", "แร็กนาร็อก", "แรคนารอค", "nyan berry", "อาร์โอ"]),
        ("steam-wallet", &["steam", "สตีม", "สตรีม", "steem", "บัตรสตีม", "steam wallet", "steam walet", "สตืม"]),
        ("playstation-network", &["psn", "ps5", "playstation", "play station", "playstaion", "เพลย์สเตชัน", "เพลสเตชั่น"]),
        ("nintendo-eshop", &["นินเทนโด", "นินเท็นโด้", "nintendo", "nintedo", "eshop", "switch"]),
        ("xbox-gift-card", &["xbox", "x-box", "เอ็กซ์บ็อกซ์", "game pass", "xbok"]),
        ("google-play", &["google play", "googleplay", "กูเกิ้ลเพลย์", "กูเกิลเพล", "gogle play", "google"]),
        ("app-store", &["app store", "appstore", "itunes", "ไอทูน", "แอพสโตร์", "itune", "iphone"]),
        ("riot-game-gift-card", &["riot", "ไรออท", "ไรอ็อต", "riot gift"]),
        ("roblox-gift-card", &["roblox gift card", "บัตรโรบล็อก", "robux card"]),
    ];

    #[test]
    fn what_people_type_finds_the_game_first() {
        let catalogue = demo::snapshot();
        let mut wrong = Vec::new();
        for (slug, typed) in TYPED {
            for text in *typed {
                let found = catalogue.search(Some(text), None);
                let first = found.games.first().map(|at| catalogue.games[*at].slug.as_str());
                if first != Some(slug) {
                    wrong.push(format!("{text}: {first:?} and not {slug}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(TYPED.iter().map(|(_, typed)| typed.len()).sum::<usize>() >= 60);
    }

    /// Misspelt searches, and the slug of the game that must come first; `-` where nothing may be found.
    const MISSPELLINGS: &str = include_str!("misspellings.tsv");

    #[test]
    fn misspellings_find_the_game_first() {
        let catalogue = demo::snapshot();
        let lines = MISSPELLINGS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let cases: Vec<(&str, &str)> = lines.map(|line| line.split_once('\t').unwrap()).collect();
        let mut misses = Vec::new();
        for (query, expected) in &cases {
            let found = catalogue.search(Some(query), None);
            let got = found.games.first().map_or("-", |at| catalogue.games[*at].slug.as_str());
            if got != *expected {
                misses.push(format!("{query} → {got}, expected {expected}"));
            }
        }
        assert!(misses.is_empty(), "{misses:#?}");
        assert!(cases.len() >= 200);
        for game in &catalogue.games {
            assert!(cases.iter().filter(|(_, expected)| *expected == game.slug).count() >= 20, "{}", game.slug);
        }
    }

    #[test]
    fn what_is_no_game_finds_nothing() {
        let catalogue = demo::snapshot();
        for text in [
            "asdfgh",
            "qwerty",
            "zxcvbnm",
            "xyz",
            "hello world",
            "กขคง",
            "สวัสดีครับ",
            "ผัดไทย",
            "minecraft",
            "น้ำมันพืช",
            "12345678",
            "!!!",
            "♥",
            "่้๊",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "dota",
            "รองเท้า",
            "pizza",
            "%_",
            "โอนเงิน",
        ] {
            let found = catalogue.search(Some(text), None);
            let games: Vec<_> = found.games.iter().map(|at| &catalogue.games[*at].slug).collect();
            assert!(games.is_empty() && !found.guessed, "{text}: {games:?}");
        }
    }

    #[test]
    fn a_guess_says_that_it_is_one() {
        let catalogue = demo::snapshot();
        for (text, guessed) in
            [("valorant", false), ("valorent", true), ("ฟีฟาย", false), ("ฟลีฟาย", true), ("พนอ", true), ("", false)]
        {
            assert_eq!(catalogue.search(Some(text), None).guessed, guessed, "{text}");
        }
        assert!(catalogue.search(Some("valorent"), None).games.len() <= GUESSES);
    }

    #[test]
    fn names_come_before_what_holds_the_word_and_then_the_popular_ones() {
        let catalogue = demo::snapshot();
        let slugs = |search: &str, kind: Option<ProductKind>| -> Vec<&str> {
            catalogue.search(Some(search), kind).games.iter().map(|at| catalogue.games[*at].slug.as_str()).collect()
        };
        assert_eq!(slugs("roblox", None), ["roblox", "roblox-gift-card"]);
        assert_eq!(slugs("roblox", Some(ProductKind::Voucher)), ["roblox-gift-card"]);
        assert_eq!(slugs("ro", None)[..2], ["ragnarok-origin", "rov"]);
        assert_eq!(slugs("เพชร", None), ["free-fire", "mobile-legends"]);
        assert_eq!(slugs("มือถือ", None), ["pubg-mobile", "mobile-legends", "fc-mobile", "call-of-duty-mobile"]);
        let all = catalogue.games.len();
        assert_eq!((slugs("", None).len(), slugs("  ", None).len(), catalogue.search(None, None).games.len()), (all, all, all));
        assert_eq!(slugs("", None)[0], "rov");
    }

    #[test]
    fn spellings_of_one_word_are_one() {
        for (one, other) in [
            ("เกม", "เกมส์"),
            ("ฟรีไฟร์", "ฟรีไฟ"),
            ("เเร็ก", "แรก"),
            ("น้\u{E4D}า", "น้ำ"),
            ("Free-Fire!", "free  fire"),
            ("ＲｏＶ", "rov"),
            ("พับจี\u{200B}", "พับจี"),
        ] {
            assert_eq!(plain(one), plain(other));
        }
        assert_eq!(sound("โลบลอก"), sound("โรบลอก"));
        assert_eq!(plain(" ่ "), "");
    }

    #[test]
    fn words_around_a_name_and_numbers_are_set_aside() {
        for (typed, rest) in [
            ("เติม rov", "rov"),
            ("เติมเกมฟีฟาย", "ฟีฟาย"),
            ("เติมเงิน rov", "rov"),
            ("ซื้อ steam 100 บาท", "steam 100"),
            ("freefire68", "freefire 68"),
            ("60uc", "60 uc"),
            ("1ff2", "1 ff 2"),
            ("r2d2 x1 500", "r2d2 x1 500"),
            ("top up", ""),
        ] {
            let text = plain(typed);
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(significant(&words).join(" "), rest, "{typed}");
        }
        assert!(PREFIXES.iter().chain(&FILLERS).all(|word| plain(word) == *word));
    }

    /// A search may be of any length, and is read only up to its bound.
    #[test]
    fn a_long_search_costs_little() {
        let catalogue = demo::snapshot();
        let started = std::time::Instant::now();
        for letters in ["ก", "valoren ", "ab", "เกนซิ "] {
            catalogue.search(Some(&letters.repeat(2_000)), None);
        }
        assert!(started.elapsed().as_secs() < 2, "{:?}", started.elapsed());
    }
}
