//! Mails to staff about their own access.

use chrono::{DateTime, Utc};

use super::factors::Factor;
use crate::account::{Origin, device_name};
use crate::mail::{Block, Letter, moment};
use manao_kernel::problem::Lang;

/// What happened to somebody's second factors.
#[derive(Clone, Copy, Debug)]
pub enum FactorNews {
    PasskeyAdded,
    PasskeyRemoved,
    TotpSetUp,
    TotpRemoved,
    RecoveryCodes,
    Reset,
}

fn factor_name(factor: Factor, lang: Lang) -> &'static str {
    match factor {
        Factor::Passkey => lang.pick("พาสคีย์", "Passkey"),
        Factor::Totp => lang.pick("แอปยืนยันตัวตน", "Authenticator app"),
        Factor::RecoveryCode => lang.pick("รหัสกู้คืน", "Recovery code"),
    }
}

/// Somebody came into the console with this person's login and factor.
pub fn entered(origin: &Origin, factor: Factor, at: DateTime<Utc>, lang: Lang) -> Letter {
    let unknown = lang.pick("ไม่ทราบ", "Unknown");
    let device = origin.user_agent.as_deref().and_then(device_name).unwrap_or_else(|| unknown.to_owned());
    let address = origin.address.map_or_else(|| unknown.to_owned(), |address| address.to_string());
    let names = lang.pick(["อุปกรณ์", "ที่อยู่ IP", "ยืนยันด้วย", "เวลา"], ["Device", "IP address", "Confirmed by", "Time"]);
    let rows = [device, address, factor_name(factor, lang).to_owned(), moment(at, lang)];
    let title = lang.pick("มีการเข้าคอนโซล Manao ด้วยบัญชีของคุณ", "Your account entered the Manao console");
    letter(
        title,
        vec![Block::Rows(names.iter().map(|name| (*name).to_owned()).zip(rows).collect()), Block::Text(not_you(lang).to_owned())],
    )
}

/// The person's second factors changed.
pub fn factors(news: FactorNews, at: DateTime<Utc>, lang: Lang) -> Letter {
    let text = match news {
        FactorNews::PasskeyAdded => lang.pick("เพิ่มพาสคีย์แล้ว", "A passkey was added."),
        FactorNews::PasskeyRemoved => lang.pick("ลบพาสคีย์แล้ว", "A passkey was removed."),
        FactorNews::TotpSetUp => lang.pick("ตั้งค่าแอปยืนยันตัวตนแล้ว", "An authenticator app was set up."),
        FactorNews::TotpRemoved => lang.pick("เลิกใช้แอปยืนยันตัวตนแล้ว", "The authenticator app was removed."),
        FactorNews::RecoveryCodes => {
            lang.pick("ออกรหัสกู้คืนชุดใหม่แล้ว รหัสชุดเดิมใช้ไม่ได้อีก", "New recovery codes were made; the earlier ones no longer work.")
        }
        FactorNews::Reset => lang.pick(
            "ผู้ดูแลระบบสองคนล้างวิธียืนยันตัวตนของคุณแล้ว เข้าคอนโซลครั้งถัดไปเพื่อตั้งค่าใหม่",
            "Two admins have reset your second factors. Set up a new one when you next enter the console.",
        ),
    };
    let title = lang.pick("การยืนยันตัวตนขั้นที่สองของคุณเปลี่ยนไป", "Your second factors have changed");
    let when = (lang.pick("เวลา", "Time").to_owned(), moment(at, lang));
    letter(title, vec![Block::Text(text.to_owned()), Block::Rows(vec![when]), Block::Text(not_you(lang).to_owned())])
}

fn not_you(lang: Lang) -> &'static str {
    lang.pick("หากไม่ใช่คุณ แจ้งผู้ดูแลระบบทันที", "If this was not you, tell an admin at once.")
}

fn letter(title: &str, blocks: Vec<Block>) -> Letter {
    Letter { subject: title.to_owned(), title: title.to_owned(), blocks }
}
