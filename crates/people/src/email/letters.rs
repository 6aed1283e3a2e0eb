//! Mails about a verified address.

use chrono::{DateTime, Utc};
use manao_domain::email;

use crate::inbox::{Message, Stream};
use crate::mail::{Block, Letter, moment};
use crate::pages;
use manao_kernel::pages::CONTACT;
use manao_kernel::problem::Lang;
use manao_kernel::text::Text;

/// Returns the mail to the account's previous address. It shows just enough of the new address for its owner to recognise it.
pub fn changed(address: &str, at: DateTime<Utc>, lang: Lang) -> Letter {
    let (title, text, advice, names, button) = match lang {
        Lang::Th => (
            "เปลี่ยนอีเมลของบัญชีแล้ว",
            "บัญชี Manao ของคุณใช้อีเมลใหม่แล้ว อีเมลนี้จะไม่ได้รับข่าวจากเราอีก",
            "หากไม่ใช่คุณ กรุณาติดต่อทีมงานทันที",
            ("อีเมลใหม่", "เวลา"),
            "ติดต่อทีมงาน",
        ),
        Lang::En => (
            "Your e-mail address was changed",
            "Your Manao account now uses a new e-mail address. We will no longer write to this one.",
            "If this was not you, please contact us immediately.",
            ("New address", "Time"),
            "Contact us",
        ),
    };
    Letter {
        subject: title.to_owned(),
        title: title.to_owned(),
        blocks: vec![
            Block::Text(text.to_owned()),
            Block::Rows(vec![(names.0.to_owned(), email::masked(address)), (names.1.to_owned(), moment(at, lang))]),
            Block::Text(advice.to_owned()),
            Block::Button(button.to_owned(), CONTACT.address([])),
        ],
    }
}

pub fn message(address: &str) -> Message {
    let address = email::masked(address);
    Message {
        stream: Stream::Shop,
        kind: "email_verified",
        title: Text::new("ยืนยันอีเมลเรียบร้อยแล้ว", "E-mail address verified"),
        body: Text::new(
            format!("บัญชีของคุณยืนยันอีเมล {address} แล้ว หากไม่ใช่คุณ กรุณาติดต่อทีมงาน"),
            format!("{address} is now verified on your account. If this was not you, please contact support."),
        ),
        href: Some(pages::PROFILE.address([])),
        subject: None,
    }
}
