//! The code itself: generated, hashed, put into a message.

use chrono::Duration;
use hmac::{Hmac, Mac as _};
use rand::RngExt as _;
use sha2::Sha256;
use url::Url;
use uuid::Uuid;

use super::Purpose;
use crate::mail::{Block, Letter};
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem};
use manao_kernel::secret;

/// Six digits. Neither printed nor stored.
pub struct Code(String);

impl Code {
    pub fn random() -> Self {
        Self(format!("{:06}", rand::rng().random_range(0..1_000_000)))
    }

    /// Parses typed input: six digits, Thai ones too, with spaces and hyphens between them.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > 64 {
            return None;
        }
        let digits: String = manao_domain::text::normalise(text).chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        (digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(Self(digits))
    }

    /// Returns the digits for the code that delivers them, or has them checked.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// Returns the text message. The code comes first, so that a phone's notification shows it. The last line lets browsers on the phone fill it
    /// in on our own site only ("origin-bound one-time codes").
    pub fn text(&self, purpose: Purpose, ref_code: &str, lang: Lang, life: Duration, public_url: &str) -> String {
        let minutes = life.num_minutes();
        let code = &self.0;
        let text = words(code, purpose, lang);
        let text = match lang {
            Lang::Th => format!("{text} (Ref: {ref_code}) ใช้ได้ {minutes} นาที ห้ามบอกผู้อื่น"),
            Lang::En => format!("{text} (Ref: {ref_code}). Valid for {minutes} minutes. Never share it."),
        };
        match Url::parse(public_url).ok().filter(|url| url.scheme() == "https") {
            Some(url) => format!("{text}\n\n@{} #{code}", url.host_str().unwrap_or_default()),
            None => text,
        }
    }

    /// Returns the text to a number whose owner is asked to agree to a purchase: unlike other codes, this one is meant to be passed on.
    pub fn consent_text(&self, goods: &str, ref_code: &str, lang: Lang, life: Duration) -> String {
        let minutes = life.num_minutes();
        let code = &self.0;
        match lang {
            Lang::Th => format!(
                "{code} คือรหัสยินยอมจาก Manao มีผู้ขอซื้อ {goods} ให้เบอร์นี้ บอกรหัสแก่ผู้ซื้อเฉพาะเมื่อคุณต้องการ (Ref: {ref_code}) ใช้ได้ {minutes} นาที ไม่ต้องการรับอีก ตอบกลับ STOP"
            ),
            Lang::En => format!(
                "{code} is a consent code from Manao. Somebody wants to buy {goods} for this number. Give them the code only if you want this (Ref: {ref_code}). Valid for {minutes} minutes. Reply STOP to get no more of these."
            ),
        }
    }

    /// Returns the mail; the code itself is passed separately. Nothing in it comes from the requester, because it may be a stranger's address.
    pub fn letter(purpose: Purpose, ref_code: &str, lang: Lang, life: Duration) -> Letter {
        let minutes = life.num_minutes();
        let subject = words("{code}", purpose, lang);
        let (title, what, advice) = match lang {
            Lang::Th => (
                "รหัสยืนยันของคุณ",
                format!("กรอกรหัสนี้ในหน้าที่ขอรหัส ใช้ได้ {minutes} นาที (รหัสอ้างอิง {ref_code})"),
                "ห้ามบอกรหัสนี้แก่ผู้อื่น ทีมงานของเราไม่ขอรหัสจากคุณ หากคุณไม่ได้ขอรหัสนี้ ไม่ต้องทำอะไร",
            ),
            Lang::En => (
                "Your verification code",
                format!("Enter it on the page that asked for it. It is valid for {minutes} minutes (reference {ref_code})."),
                "Never share it. Our team will never ask for it. If you didn't request a code, you can ignore this e-mail.",
            ),
        };
        Letter { subject, title: title.to_owned(), blocks: vec![Block::Code, Block::Text(what), Block::Text(advice.to_owned())] }
    }

    /// Returns a keyed hash, so that a copy of the database cannot be searched through all million codes.
    ///
    /// # Errors
    /// 500 when the process has no secret.
    pub fn hash(&self, app: &App, reference: Uuid) -> Result<Vec<u8>, Problem> {
        Ok(self.mac(app, reference)?.finalize().into_bytes().to_vec())
    }

    /// Compares with a hash in constant time.
    ///
    /// # Errors
    /// 500 when the process has no secret.
    pub fn matches(&self, app: &App, reference: Uuid, hash: &[u8]) -> Result<bool, Problem> {
        Ok(self.mac(app, reference)?.verify_slice(hash).is_ok())
    }

    fn mac(&self, app: &App, reference: Uuid) -> Result<Hmac<Sha256>, Problem> {
        Ok(secret::mac(&app.settings, "manao one-time codes")?.chain_update(reference.as_bytes()).chain_update(&self.0))
    }
}

/// Returns the sentence that names the code and its purpose.
fn words(code: &str, purpose: Purpose, lang: Lang) -> String {
    match (lang, purpose) {
        (Lang::Th, Purpose::Login) => format!("{code} คือรหัสเข้าสู่ระบบ Manao"),
        (Lang::Th, Purpose::VerifyMobile) => format!("{code} คือรหัสยืนยันเบอร์มือถือกับ Manao"),
        (Lang::Th, Purpose::Kyc) => format!("{code} คือรหัสยืนยันตัวตน (KYC) กับ Manao"),
        (Lang::Th, Purpose::Password) => format!("{code} คือรหัสยืนยันการเข้าสู่ระบบ Manao ด้วยรหัสผ่าน"),
        (Lang::En, Purpose::Password) => format!("{code} is your code to log in to Manao with your password"),
        (Lang::Th, Purpose::Proof) => format!("{code} คือรหัสยืนยันว่าเป็นคุณ สำหรับบัญชี Manao"),
        (Lang::En, Purpose::Proof) => format!("{code} is your code to confirm that it is you on Manao"),
        (Lang::Th, Purpose::PackageConsent) => format!("{code} คือรหัสยินยอมให้ซื้อแพ็กเกจกับ Manao"),
        (Lang::En, Purpose::PackageConsent) => format!("{code} is the code to agree to a package from Manao"),
        (Lang::Th, Purpose::VerifyEmail) => format!("{code} คือรหัสยืนยันอีเมลกับ Manao"),
        (Lang::En, Purpose::Login) => format!("{code} is your Manao login code"),
        (Lang::En, Purpose::VerifyMobile) => format!("{code} is your code to verify this number with Manao"),
        (Lang::En, Purpose::Kyc) => format!("{code} is your code to confirm your identity (KYC) with Manao"),
        (Lang::En, Purpose::VerifyEmail) => format!("{code} is your code to verify this e-mail address with Manao"),
    }
}

/// Returns four letters shown in the text and on the page, so that a person can match them. Easily confused letters are left out.
pub fn ref_code() -> String {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
    let mut rng = rand::rng();
    (0..4).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_six_digits_however_written() {
        for (text, digits) in [
            ("012345", Some("012345")),
            (" 012 345 ", Some("012345")),
            ("๐๑๒-๓๔๕", Some("012345")),
            ("12345", None),
            ("1234567", None),
        ] {
            assert_eq!(Code::parse(text).map(|code| code.0).as_deref(), digits, "{text}");
        }
        for text in ["", "abcdef", "12345a", "-12345", "１２３４５", &"1".repeat(1000)] {
            assert!(Code::parse(text).is_none(), "{text:.20}");
        }
        for _ in 0..200 {
            let code = Code::random();
            assert!(Code::parse(&code.0).is_some());
            let letters = ref_code();
            assert!(letters.len() == 4 && letters.bytes().all(|byte| byte.is_ascii_uppercase() && !b"IO".contains(&byte)));
        }
    }

    #[test]
    fn the_text_begins_with_the_code_and_binds_it_to_our_site() {
        let code = Code("012345".to_owned());
        let text = code.text(Purpose::Login, "KXQP", Lang::En, Duration::minutes(7), "https://shop.example");
        assert!(
            text.starts_with("012345 ")
                && text.contains("KXQP")
                && text.contains("7 minutes")
                && text.ends_with("\n\n@shop.example #012345"),
            "{text}"
        );
        let text = code.text(Purpose::Kyc, "KXQP", Lang::Th, Duration::minutes(5), "http://localhost:8080");
        assert!(text.starts_with("012345 ") && text.contains("5 นาที") && !text.contains('@'), "{text}");
    }
}
