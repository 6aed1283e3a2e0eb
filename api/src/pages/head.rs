//! The head of a page: title, description, canonical address, the other language, Open Graph, JSON-LD.

use manao_domain::product::ProductState;
use serde_json::{Value, json};

use super::data::embeddable;
use super::routes::{Kind, Page, Visit};
use crate::app::App;
use crate::features::catalogue::snapshot::{Game, Snapshot};
use crate::problem::Lang;

struct Words {
    title: String,
    description: String,
}

/// Everything from `<title>` on, as HTML.
pub fn write(app: &App, visit: &Visit, page: &Page) -> String {
    let public = &app.settings.public_url;
    let words = words(visit.lang, &page.kind);
    let path = match &page.kind {
        // A number leads to a game too; its name is the address to remember.
        Kind::Game { catalogue, game } => format!("/games/{}", catalogue.games[*game].slug),
        _ => visit.path.clone(),
    };
    let indexed = matches!(page.kind, Kind::Home | Kind::Games { filtered: false } | Kind::Game { .. } | Kind::Plain(_));
    let own = address(public, &path, visit.lang);
    let mut head = String::with_capacity(4096);
    let mut tag = |text: String| {
        head.push_str(&text);
        head.push('\n');
    };
    tag(format!("<title>{}</title>", escape(&words.title)));
    tag(format!("<meta name=\"description\" content=\"{}\">", escape(&words.description)));
    if !indexed {
        tag("<meta name=\"robots\" content=\"noindex\">".to_owned());
        return head;
    }
    tag(format!("<link rel=\"canonical\" href=\"{}\">", escape(&own)));
    for (lang, code) in [(Lang::Th, "th"), (Lang::En, "en"), (Lang::Th, "x-default")] {
        tag(format!("<link rel=\"alternate\" hreflang=\"{code}\" href=\"{}\">", escape(&address(public, &path, lang))));
    }
    let (locale, other) = match visit.lang {
        Lang::Th => ("th_TH", "en_US"),
        Lang::En => ("en_US", "th_TH"),
    };
    for (property, content) in [
        ("og:type", "website"),
        ("og:site_name", "Manao"),
        ("og:title", &words.title),
        ("og:description", &words.description),
        ("og:url", &own),
        ("og:image", &format!("{public}/share.png")),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:locale", locale),
        ("og:locale:alternate", other),
    ] {
        tag(format!("<meta property=\"{property}\" content=\"{}\">", escape(content)));
    }
    tag("<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned());
    for thing in things(public, visit.lang, &page.kind, &own) {
        tag(format!("<script type=\"application/ld+json\">{}</script>", embeddable(&thing.to_string())));
    }
    head
}

/// The address of a path in a language; Thai has no prefix.
pub fn address(public: &str, path: &str, lang: Lang) -> String {
    match (lang, path) {
        (Lang::Th, path) => format!("{public}{path}"),
        (Lang::En, "/") => format!("{public}/en"),
        (Lang::En, path) => format!("{public}/en{path}"),
    }
}

/// The same words as the browser sets (the web's texts named in the comments), so that nothing flickers when it takes over.
fn words(lang: Lang, kind: &Kind) -> Words {
    let say = |th: &str, en: &str| if lang == Lang::Th { th.to_owned() } else { en.to_owned() };
    let page = |th: &str, en: &str, description: String| Words { title: format!("{} | Manao", say(th, en)), description };
    // home.description
    let shop = say(
        "เติมเกม บัตรเติมเงิน และโค้ดเกม จ่ายด้วย QR พร้อมเพย์ แล้วดูสถานะสดจนของถึงไอดี",
        "Game credit, gift cards and codes. Pay by PromptPay QR and watch it live until it reaches your account.",
    );
    match kind {
        // home.title
        Kind::Home => Words {
            title: say("Manao เติมเกมออนไลน์ จ่ายพร้อมเพย์ เข้าไอดีในไม่กี่วินาที", "Manao: game top-ups by PromptPay, delivered in seconds"),
            description: shop,
        },
        // games.title, games.description
        Kind::Games { .. } => page(
            "เกมและบัตรเติมเงินทั้งหมด",
            "All games and gift cards",
            say(
                "เลือกเกมหรือบัตรเติมเงินที่ต้องการ จ่ายด้วย QR พร้อมเพย์ เข้าไอดีในไม่กี่วินาที",
                "Choose a game or a gift card, pay by PromptPay QR, delivered in seconds.",
            ),
        ),
        // games.game.title, games.game.cardTitle
        Kind::Game { catalogue, game } => {
            let game = &catalogue.games[*game];
            let (th, en) = (&game.name.th, &game.name.en);
            let blurb = say(&game.blurb.th, &game.blurb.en);
            match game.player {
                Some(_) => page(&format!("เติม {th} จ่ายพร้อมเพย์"), &format!("Top up {en} by PromptPay"), blurb),
                None => page(&format!("ซื้อ {th} ได้โค้ดทันที"), &format!("Buy {en}, code at once"), blurb),
            }
        }
        Kind::Private(name) => {
            let (th, en) = match *name {
                "search" => ("ค้นหาเกม", "Search"),
                "cart" => ("ตะกร้า", "Cart"),
                "checkout" => ("ชำระเงิน", "Payment"),
                "promptpay" => ("QR พร้อมเพย์", "PromptPay QR"),
                "result" => ("ผลการสั่งซื้อ", "Your order"),
                "profile" => ("ข้อมูลส่วนตัว", "Profile"),
                "password" => ("เปลี่ยนรหัสผ่าน", "Change password"),
                "purchased" => ("ประวัติการซื้อ", "Purchases"),
                "team" => ("ทีมและทัวร์นาเมนต์", "Team and tournaments"),
                "inbox" => ("กล่องข้อความ", "Inbox"),
                "favorites" => ("รายการโปรด", "Favourites"),
                "coupons" => ("คูปองของฉัน", "My coupons"),
                "login" => ("เข้าสู่ระบบ", "Log in"),
                "verify" => ("ยืนยันเบอร์มือถือ", "Verify your mobile number"),
                "verifyEmail" => ("ยืนยันอีเมล", "Verify your e-mail"),
                "unsubscribe" => ("ไม่รับอีเมล", "Stop mail"),
                "operator" => ("คิวซ่อมคำสั่งซื้อ", "Repair queue"),
                _ => ("บัญชีของฉัน", "My account"),
            };
            page(th, en, shop)
        }
        Kind::Plain(name) => match *name {
            "terms" => page(
                "ข้อกำหนดการใช้บริการ",
                "Terms of service",
                say("ข้อกำหนดการใช้บริการเติมเกมและซื้อบัตรเติมเงินกับ Manao", "The terms of buying game credit and gift cards at Manao."),
            ),
            "contact" => page(
                "ติดต่อเรา",
                "Contact",
                say("ช่องทางติดต่อฝ่ายช่วยเหลือเมื่อมีคำถามหรือพบปัญหาในการสั่งซื้อ", "How to reach our support about a question or an order."),
            ),
            _ => page("บริการของเรา", "Services", shop),
        },
        Kind::Broken => page("500 ระบบขัดข้อง", "500 Server error", shop),
        Kind::Missing => page("404 ไม่พบหน้านี้", "404 Not Found", shop),
    }
}

/// Structured data, as schema.org names it.
fn things(public: &str, lang: Lang, kind: &Kind, own: &str) -> Vec<Value> {
    let thai = lang == Lang::Th;
    match kind {
        Kind::Home => vec![json!({
            "@context": "https://schema.org",
            "@type": "WebSite",
            "name": "Manao",
            "alternateName": "มะนาว",
            "url": own,
            "inLanguage": lang.as_str(),
            "potentialAction": {
                "@type": "SearchAction",
                "target": format!("{}?q={{search_term}}", address(public, "/search", lang)),
                "query-input": "required name=search_term"
            }
        })],
        Kind::Game { catalogue, game } => {
            let game = &catalogue.games[*game];
            let crumb = |position: u8, name: &str, item: String| json!({"@type": "ListItem", "position": position, "name": name, "item": item});
            let name = if thai { &game.name.th } else { &game.name.en };
            let mut things = vec![json!({
                "@context": "https://schema.org",
                "@type": "BreadcrumbList",
                "itemListElement": [
                    crumb(1, "Manao", address(public, "/", lang)),
                    crumb(2, if thai { "เกมทั้งหมด" } else { "All games" }, address(public, "/games", lang)),
                    crumb(3, name, own.to_owned()),
                ]
            })];
            things.extend(product(catalogue, game, name, if thai { &game.blurb.th } else { &game.blurb.en }, own));
            things
        }
        _ => vec![],
    }
}

/// The game as one product with the span of its prices; nothing while nothing of it is for sale.
fn product(catalogue: &Snapshot, game: &Game, name: &str, blurb: &str, own: &str) -> Option<Value> {
    let products = game.products.iter().map(|at| &catalogue.products[*at]);
    let shown: Vec<_> = products.filter(|product| product.state != ProductState::Withdrawn).collect();
    let sold_out = shown.iter().all(|product| product.state == ProductState::SoldOut);
    let (low, high) =
        (shown.iter().map(|product| product.price_satang).min()?, shown.iter().map(|product| product.price_satang).max()?);
    let baht = |satang: i64| format!("{}.{:02}", satang / 100, satang % 100);
    Some(json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": name,
        "description": blurb,
        "brand": {"@type": "Brand", "name": game.publisher},
        "offers": {
            "@type": "AggregateOffer",
            "priceCurrency": "THB",
            "lowPrice": baht(low),
            "highPrice": baht(high),
            "offerCount": shown.len(),
            "availability": if sold_out { "https://schema.org/SoldOut" } else { "https://schema.org/InStock" },
            "url": own
        }
    }))
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
