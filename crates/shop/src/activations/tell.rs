//! Inbox messages about a package on a number, one for each change that matters.

use manao_domain::activation::ActivationNews;
use manao_domain::delivery::FailureReason;
use serde::{Deserialize, Serialize};

use crate::cart::players;
use crate::pages;
use manao_kernel::app::App;
use manao_kernel::jobs::Job;
use manao_kernel::problem::Lang;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};
use manao_people::mail::moment;

/// Notifies the buyer of a report of the telecom.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellActivation {
    pub line_id: i64,
    pub revision: i64,
    pub news: ActivationNews,
}

impl Job for TellActivation {
    const NAME: &'static str = "activations.tell";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let mut change = app.change().await?;
        // Written with the message, so that a repeated job tells nothing again.
        let told = sqlx::query!(
            r#"update shop.activations a set told_revision = $2
               from shop.order_lines l join shop.orders o on o.id = l.order_id
               where a.order_line_id = $1 and l.id = a.order_line_id and a.told_revision < $2
               returning a.user_id, o.number, l.name_th, l.name_en, l.game_name_th, l.game_name_en, l.player_name as "masked?",
                         a.reason, a.expires_at, a.next_renewal_at"#,
            self.line_id,
            self.revision
        )
        .fetch_optional(change.conn())
        .await?;
        let Some(told) = told else { return Ok(()) };
        let named = Named {
            goods: Text::new(
                format!("{} {}", told.game_name_th, told.name_th),
                format!("{} {}", told.game_name_en, told.name_en),
            ),
            number: told.masked.unwrap_or_default(),
            operator: app.settings.provider_name.clone(),
        };
        let (kind, title, mut body) = named.words(self.news, told.reason.as_deref());
        if matches!(self.news, ActivationNews::Active | ActivationNews::Renewed | ActivationNews::Cancelled)
            && let Some(at) = told.expires_at
        {
            body.th.push_str(&format!(" ใช้ได้ถึง {}", moment(at, Lang::Th)));
            body.en.push_str(&format!(" It is valid until {}.", moment(at, Lang::En)));
        }
        if self.news == ActivationNews::Active && told.next_renewal_at.is_some() {
            body.th.push_str(&format!(" ต่ออายุอัตโนมัติ โดย {} เรียกเก็บค่าบริการจากเบอร์นี้ ยกเลิกได้ทุกเมื่อ", named.operator));
            body.en.push_str(&format!(" It renews by itself, billed to this number by {}. Cancel any time.", named.operator));
        }
        let href = Some(format!("{}?number={}", pages::ORDER_RESULT.path(), told.number));
        let message = Message { stream: Stream::Shop, kind, title, body, href, subject: None };
        inbox::write(&mut change, told.user_id, &message).await?;
        Ok(change.commit().await?)
    }
}

struct Named {
    goods: Text,
    /// Masked
    number: String,
    operator: String,
}

impl Named {
    fn words(&self, news: ActivationNews, reason: Option<&str>) -> (&'static str, Text, Text) {
        let Self { goods, number, operator } = self;
        match news {
            ActivationNews::Active => (
                "package_active",
                Text::new("เปิดใช้แพ็กเกจแล้ว", "Your package is active"),
                Text::new(format!("{} เปิดใช้กับเบอร์ {number} แล้ว", goods.th), format!("{} is now active on {number}.", goods.en)),
            ),
            ActivationNews::Refused => {
                let why = players::number_refusal(reason.map_or(FailureReason::NotEligible, FailureReason::from_eligibility));
                (
                    "package_refused",
                    Text::new("เปิดใช้แพ็กเกจไม่ได้", "Your package could not be activated"),
                    Text::new(
                        format!("{operator} ไม่เปิด {} ให้เบอร์ {number}: {} เงินของคุณปลอดภัย ทีมงานกำลังตรวจสอบ", goods.th, why.th),
                        format!(
                            "{operator} did not activate {} on {number}: {} Your money is safe; our team is looking into it.",
                            goods.en, why.en
                        ),
                    ),
                )
            }
            ActivationNews::Renewed => (
                "package_renewed",
                Text::new("ต่ออายุแพ็กเกจแล้ว", "Your package was renewed"),
                Text::new(
                    format!("{} ของเบอร์ {number} ต่ออายุแล้ว ค่าบริการเรียกเก็บจากเบอร์นี้โดย {operator}", goods.th),
                    format!("{} on {number} was renewed, billed to the number by {operator}.", goods.en),
                ),
            ),
            ActivationNews::Cancelled => (
                "package_cancelled",
                Text::new("ยกเลิกการต่ออายุแล้ว", "Your package will not renew"),
                Text::new(
                    format!("{} ของเบอร์ {number} จะไม่ต่ออายุและไม่มีการเรียกเก็บเงินอีก", goods.th),
                    format!("{} on {number} will not renew, and nothing more is billed.", goods.en),
                ),
            ),
            ActivationNews::Ended => (
                "package_ended",
                Text::new("แพ็กเกจหมดอายุแล้ว", "Your package has ended"),
                Text::new(
                    format!("{} ของเบอร์ {number} หมดอายุแล้ว ซื้อใหม่ได้ทุกเมื่อ", goods.th),
                    format!("{} on {number} has ended. You can buy it again any time.", goods.en),
                ),
            ),
        }
    }
}
