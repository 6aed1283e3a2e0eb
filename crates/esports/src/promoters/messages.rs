//! Notices about an application or right.

use chrono::{DateTime, Utc};

use crate::pages;
use manao_kernel::pages::{CONTACT, LinkedPage};
use manao_kernel::text::{self, Text};
use manao_people::inbox::{Message, Stream};

fn message(kind: &'static str, title: Text, body: Text, page: LinkedPage<0>) -> Message {
    Message { stream: Stream::Esports, kind, title, body, href: Some(page.address([])), subject: None }
}

pub fn approved(expires_at: DateTime<Utc>) -> Message {
    let day = text::day(expires_at);
    message(
        "promoter_approved",
        Text::new("คุณเป็นผู้จัดการแข่งขันแล้ว", "You are now an organizer"),
        Text::new(
            format!("สร้างทัวร์นาเมนต์ได้เลย สิทธิ์ใช้ได้ถึง {}", day.th),
            format!("You can create tournaments right away. Your organizer status is valid until {}.", day.en),
        ),
        pages::NEW_TOURNAMENT,
    )
}

pub fn renewed(expires_at: DateTime<Utc>) -> Message {
    let day = text::day(expires_at);
    message(
        "promoter_renewed",
        Text::new("ต่ออายุสิทธิ์ผู้จัดการแข่งขันแล้ว", "Your organizer status has been renewed"),
        Text::new(format!("สิทธิ์ใช้ได้ถึง {}", day.th), format!("It is now valid until {}.", day.en)),
        pages::PROMOTER,
    )
}

pub fn rejected(reason: &str) -> Message {
    message(
        "promoter_rejected",
        Text::new("ใบสมัครผู้จัดการแข่งขันไม่ผ่านการพิจารณา", "Your organizer application was rejected"),
        Text::new(format!("เหตุผล: {reason} แก้ไขแล้วสมัครใหม่ได้"), format!("Reason: {reason}. You can fix it and apply again.")),
        pages::PROMOTER,
    )
}

pub fn revoked(reason: &str) -> Message {
    message(
        "promoter_revoked",
        Text::new("สิทธิ์ผู้จัดการแข่งขันถูกเพิกถอน", "Your organizer status was revoked"),
        Text::new(
            format!("เหตุผล: {reason} ผู้จัดร่วมจะดูแลทัวร์นาเมนต์ที่กำลังแข่งต่อ หากมีข้อสงสัยกรุณาติดต่อทีมงาน"),
            format!(
                "Reason: {reason}. Co-organizers carry on with tournaments that are running. If you have questions, please contact support."
            ),
        ),
        CONTACT,
    )
}

pub fn expiring(expires_at: DateTime<Utc>) -> Message {
    let day = text::day(expires_at);
    message(
        "promoter_expiring",
        Text::new("สิทธิ์ผู้จัดการแข่งขันใกล้หมดอายุ", "Your organizer status expires soon"),
        Text::new(
            format!("สิทธิ์จะหมดอายุวันที่ {} ต่ออายุได้ตั้งแต่วันนี้", day.th),
            format!("It expires on {}. You can renew it from today.", day.en),
        ),
        pages::PROMOTER,
    )
}

pub fn expired() -> Message {
    message(
        "promoter_expired",
        Text::new("สิทธิ์ผู้จัดการแข่งขันหมดอายุแล้ว", "Your organizer status has expired"),
        Text::new(
            "คุณยังดูแลทัวร์นาเมนต์ที่มีอยู่จนจบได้ แต่ต้องสมัครใหม่ก่อนสร้างรายการต่อไป",
            "You can finish the tournaments you have, but need to apply again before you create another.",
        ),
        pages::PROMOTER,
    )
}
