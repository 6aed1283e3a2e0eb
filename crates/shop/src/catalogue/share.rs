//! The card of a game's shared links.

use chrono::{DateTime, Utc};

use super::snapshot::{Game, Snapshot};
use manao_domain::product::ProductKind;
use manao_kernel::pages::ShareCard;
use manao_kernel::problem::{Lang, baht};

pub fn card(catalogue: &Snapshot, game: &Game, lang: Lang, now: DateTime<Utc>) -> ShareCard {
    // The same words as in the web (`games:filter`, `home:from`, `games:game.typical`).
    let eyebrow = match game.kind {
        ProductKind::Topup => lang.pick("เติมเกม", "Game top-up"),
        ProductKind::Voucher => lang.pick("บัตรและโค้ด", "Cards and codes"),
        ProductKind::DataPackage => lang.pick("แพ็กเกจเน็ต", "Data packages"),
        ProductKind::Subscription => lang.pick("สมาชิกรายเดือน", "Subscriptions"),
        ProductKind::CloudGame => lang.pick("คลาวด์เกม", "Cloud games"),
    };
    let vat = if game.products.iter().any(|at| catalogue.products[*at].vat_excluded) { " + VAT" } else { "" };
    let price = catalogue.lowest_price(game, now).map_or_else(
        || lang.pick("หมดชั่วคราว", "Sold out").to_owned(),
        |satang| lang.pick(format!("เริ่ม {} บาท{vat}", baht(satang)), format!("From ฿{}{vat}", baht(satang))),
    );
    let seconds = game.typical_seconds.filter(|_| game.player.is_some());
    let typical =
        seconds.map(|seconds| lang.pick(format!("ปกติเข้าไอดีใน {seconds} วินาที"), format!("Usually delivered in {seconds} s")));
    ShareCard {
        eyebrow: eyebrow.to_owned(),
        title: lang.pick(&game.name.th, &game.name.en).clone(),
        facts: [Some(price), Some(lang.pick("จ่ายด้วยพร้อมเพย์", "Pay by PromptPay").to_owned()), typical]
            .into_iter()
            .flatten()
            .collect(),
        hue: game.hue,
        motif: game.motif.clone(),
        glyph: Some(game.glyph.clone()),
        ..ShareCard::default()
    }
}
