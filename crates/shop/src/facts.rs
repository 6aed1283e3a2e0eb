//! Numbers of this crate that texts name.

use manao_kernel::feature::Fact;
use manao_kernel::text::Text;

pub const FACTS: &[Fact] = &[
    ("qr_life_minutes", |settings| minutes(settings.qr_life_seconds)),
    ("mobile_payment_minutes", |settings| minutes(settings.mobile_payment_life_seconds)),
    ("order_life_minutes", |settings| minutes(settings.order_life_seconds)),
    ("cart_max_items", |settings| Text::same(settings.cart_max_items)),
    ("cart_max_of_one", |settings| Text::same(settings.cart_max_of_one)),
    ("cart_max_total_baht", |settings| Text::same(grouped(settings.cart_max_total_satang / 100))),
    ("tax_invoice_days", |settings| Text::same(settings.tax_invoice_days)),
    ("open_orders_per_person", |settings| Text::same(settings.open_orders_per_person)),
    ("flash_per_person", |settings| Text::same(settings.flash_per_person)),
    ("voucher_min_days", |settings| Text::same(settings.voucher_min_days)),
];

fn minutes(seconds: u32) -> Text {
    Text::same(seconds.div_ceil(60))
}

fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let (first, rest) = digits.split_at((digits.len() + 2) % 3 + 1);
    rest.as_bytes().chunks(3).fold(first.to_owned(), |text, three| text + "," + &String::from_utf8_lossy(three))
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_grouped() {
        let grouped = |number| super::grouped(number);
        assert_eq!([1, 12, 123, 1_234, 50_000, 1_234_567].map(grouped), ["1", "12", "123", "1,234", "50,000", "1,234,567"]);
    }
}
