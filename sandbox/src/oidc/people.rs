//! The demo people, and as many more as a load test needs.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

/// Identity providers that send a picture.
const SOCIAL: [&str; 3] = ["google", "facebook", "line"];

/// A person who can log in.
#[derive(Debug, Clone)]
pub struct Person {
    /// Short name, also the subject identifier.
    pub name: Cow<'static, str>,
    pub given: Cow<'static, str>,
    pub family: Cow<'static, str>,
    /// Address, and whether it is verified.
    pub email: Option<(Cow<'static, str>, bool)>,
    /// E.164 number, and whether it is verified.
    pub phone: Option<(Cow<'static, str>, bool)>,
    pub idp: &'static str,
    /// The person's purpose in tests, in English; `note_th` is the same in Thai.
    pub note: &'static str,
    pub note_th: &'static str,
}

#[allow(clippy::too_many_arguments)]
const fn person(
    name: &'static str,
    given: &'static str,
    family: &'static str,
    email: Option<(&'static str, bool)>,
    phone: Option<(&'static str, bool)>,
    idp: &'static str,
    note_th: &'static str,
    note: &'static str,
) -> Person {
    Person {
        name: Cow::Borrowed(name),
        given: Cow::Borrowed(given),
        family: Cow::Borrowed(family),
        email: match email {
            Some((address, verified)) => Some((Cow::Borrowed(address), verified)),
            None => None,
        },
        phone: match phone {
            Some((number, verified)) => Some((Cow::Borrowed(number), verified)),
            None => None,
        },
        idp,
        note,
        note_th,
    }
}

static PEOPLE: [Person; 13] = [
    person(
        "somchai",
        "สมชาย",
        "ใจดี",
        Some(("somchai@manao.example", true)),
        Some(("+66812345671", true)),
        "msisdn",
        "ลูกค้าทั่วไป เบอร์เติมเงิน",
        "The usual customer, prepaid",
    ),
    person(
        "malee",
        "มาลี",
        "ศรีสุข",
        None,
        Some(("+66812345672", true)),
        "msisdn",
        "มีเบอร์โทรศัพท์อย่างเดียว รายเดือน",
        "Number only, postpaid",
    ),
    person(
        "niran",
        "นิรันดร์",
        "ทองแท้",
        Some(("niran@manao.example", true)),
        None,
        "email_password",
        "มีอีเมลอย่างเดียว",
        "E-mail only",
    ),
    person(
        "ploy",
        "พลอยไพลิน",
        "แก้วใส",
        Some(("ploy@manao.example", false)),
        Some(("+66812345674", true)),
        "google",
        "ยังไม่ได้ยืนยันอีเมล",
        "E-mail not verified",
    ),
    person(
        "krit",
        "กฤษณ์",
        "วงศ์ไทย",
        Some(("krit@manao.example", true)),
        Some(("+66812345675", false)),
        "google",
        "ยังไม่ได้ยืนยันเบอร์โทรศัพท์",
        "Number not verified",
    ),
    person("fah", "ฟ้าใส", "รักเรียน", None, None, "facebook", "เข้าด้วยโซเชียล ไม่มีอีเมล", "Social login without e-mail"),
    person(
        "arthit",
        "อาทิตย์",
        "กล้าหาญ",
        Some(("arthit@manao.example", true)),
        Some(("+66812345677", true)),
        "msisdn",
        "บัญชีสำหรับทดลองระงับการใช้งาน",
        "To be suspended in the shop",
    ),
    person(
        "operator",
        "วารุณี",
        "ผู้ดูแล",
        Some(("operator@manao.example", true)),
        Some(("+66812345678", true)),
        "email_password",
        "พนักงานของผู้ให้บริการ",
        "Staff of the provider",
    ),
    person(
        "promoter",
        "ธนกร",
        "จัดแข่ง",
        Some(("promoter@manao.example", true)),
        Some(("+66812345679", true)),
        "email_password",
        "ผู้จัดการแข่งขัน",
        "Runs tournaments",
    ),
    person(
        "captain",
        "ชลธิชา",
        "นำทีม",
        Some(("captain@manao.example", true)),
        Some(("+66823456711", true)),
        "line",
        "หัวหน้าทีม",
        "Team captain",
    ),
    person(
        "rival",
        "ภูผา",
        "คู่แข่ง",
        Some(("rival@manao.example", true)),
        Some(("+66823456712", true)),
        "line",
        "หัวหน้าทีมคู่แข่ง",
        "The other team's captain",
    ),
    person(
        "john",
        "John",
        "Carter",
        Some(("john@manao.example", true)),
        Some(("+66823456713", true)),
        "google",
        "อ่านภาษาอังกฤษ",
        "Reads English",
    ),
    person(
        "legacy",
        "ประเสริฐ",
        "เก่าก่อน",
        Some(("legacy@manao.example", true)),
        Some(("+66823456714", true)),
        "email_password",
        "มีโปรไฟล์เดิมให้ย้ายมา",
        "Has older profiles to take over",
    ),
];

pub fn all() -> &'static [Person] {
    &PEOPLE
}

/// Finds a person by short name, e-mail or number; `load-7`, `player-7` and `new-7` are created on the spot.
pub fn find(hint: &str) -> Option<Person> {
    let hint = hint.trim();
    if let Some(number) = hint.strip_prefix("load-") {
        let number = number.strip_suffix("@manao.example").unwrap_or(number);
        return number.parse::<u32>().ok().map(made);
    }
    if let Some(number) = hint.strip_prefix("player-") {
        let number = number.strip_suffix("@players.manao.example").unwrap_or(number);
        return number.parse::<u32>().ok().map(player);
    }
    if let Some(number) = hint.strip_prefix("new-") {
        let number = number.strip_suffix("@manao.example").unwrap_or(number);
        return number.parse::<u32>().ok().map(unverified);
    }
    let phone = crate::phone::model::address(hint);
    PEOPLE
        .iter()
        .find(|person| {
            person.name == hint
                || person.email.as_ref().is_some_and(|(e, _)| e.eq_ignore_ascii_case(hint))
                || person.phone.as_ref().is_some_and(|(p, _)| *p == phone)
        })
        .cloned()
}

fn made(number: u32) -> Person {
    Person {
        name: format!("load-{number}").into(),
        given: "ผู้ทดสอบ".into(),
        family: number.to_string().into(),
        email: Some((format!("load-{number}@manao.example").into(), true)),
        phone: Some((format!("+6690{:07}", number % 10_000_000).into(), true)),
        ..person("", "", "", None, None, "msisdn", "ผู้ใช้สำหรับทดสอบโหลด", "Made for a load test")
    }
}

/// Returns a player of the shop's demo.
fn player(number: u32) -> Person {
    Person {
        name: format!("player-{number}").into(),
        given: "ผู้เล่น".into(),
        family: number.to_string().into(),
        email: Some((format!("player-{number}@players.manao.example").into(), true)),
        ..person("", "", "", None, None, "line", "ผู้เล่นในร้านตัวอย่าง", "A player of the demo's teams")
    }
}

/// Returns a person with nothing verified yet.
fn unverified(number: u32) -> Person {
    Person {
        name: format!("new-{number}").into(),
        given: "ผู้มาใหม่".into(),
        family: number.to_string().into(),
        email: Some((format!("new-{number}@manao.example").into(), false)),
        ..person("", "", "", None, None, "google", "ยังไม่ได้ยืนยันอะไร", "Nothing verified yet")
    }
}

impl Person {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.given, self.family)
    }

    /// Returns the locale: English for people with names in Latin letters.
    fn locale(&self) -> &'static str {
        if self.given.is_ascii() { "en-GB" } else { "th-TH" }
    }

    /// Returns the claims that these scopes grant. Claims that the person lacks are absent.
    pub fn claims(&self, issuer: &str, scopes: &[&str]) -> Map<String, Value> {
        let mut claims = Map::new();
        claims.insert("sub".into(), json!(self.name));
        claims.insert("idp".into(), json!(self.idp));
        if scopes.contains(&"profile") {
            claims.insert("name".into(), json!(self.full_name()));
            claims.insert("given_name".into(), json!(self.given));
            claims.insert("family_name".into(), json!(self.family));
            claims.insert("nickname".into(), json!(self.given));
            claims.insert("locale".into(), json!(self.locale()));
            // Social networks know a face; an operator's number has none.
            if SOCIAL.contains(&self.idp) {
                let picture = format!("{issuer}/people/{}/picture.svg", self.name);
                claims.insert("picture".into(), json!(picture));
            }
        }
        if let (true, Some((address, verified))) = (scopes.contains(&"email"), &self.email) {
            claims.insert("email".into(), json!(address));
            claims.insert("email_verified".into(), json!(verified));
        }
        if let (true, Some((number, verified))) = (scopes.contains(&"phone"), &self.phone) {
            claims.insert("phone_number".into(), json!(number));
            claims.insert("phone_number_verified".into(), json!(verified));
        }
        claims
    }
}
