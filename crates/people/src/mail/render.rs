//! Renders a letter: as plain text, and as HTML that every mail program shows (tables and inline styles; no pictures, nothing loaded from
//! anywhere). The macro escapes all inserted values.

use manao_domain::thai;
use maud::{DOCTYPE, Markup, html};

use super::kinds::Topic;
use super::letter::{Block, Item, Letter};
use manao_kernel::problem::Lang;

pub struct RenderedMail {
    pub subject: String,
    pub plain: String,
    pub html: String,
}

const FONT: &str =
    "font-family:'IBM Plex Sans Thai','Noto Sans Thai',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const INK: &str = "#0b0f0c";
const DIM: &str = "#5a665d";
const LIME: &str = "#b6f23a";

/// The footer of every mail.
struct Foot {
    why: &'static str,
    /// Text and address of the unsubscribe link, if there is one
    off: Option<(&'static str, String)>,
}

impl RenderedMail {
    /// Renders a letter. `off` is the topic of the unsubscribe link, and its token.
    pub fn new(letter: &Letter, code: Option<&str>, lang: Lang, public_url: &str, off: Option<(Topic, &str)>) -> Self {
        let code = code.unwrap_or_default();
        let home = format!("{public_url}{}", lang.prefix());
        let foot = Foot {
            why: match off {
                Some((Topic::Tournaments, _)) => lang.pick(
                    "คุณได้รับอีเมลนี้เพราะเลือกรับข่าวการแข่งขันทางอีเมล",
                    "You're getting this because you chose to receive tournament news by e-mail.",
                ),
                Some((Topic::Support, _)) => {
                    lang.pick("คุณได้รับอีเมลนี้เพราะเขียนถึงทีมงาน Manao", "You're getting this because you wrote to the Manao team.")
                }
                Some((Topic::Receipts | Topic::Orders, _)) => {
                    lang.pick("คุณได้รับอีเมลนี้เพราะสั่งซื้อกับ Manao", "You're getting this because you placed an order with Manao.")
                }
                None => lang.pick(
                    "อีเมลนี้เกี่ยวกับความปลอดภัยของบัญชี เราจึงส่งให้ทุกคน",
                    "This is about the security of your account, so everyone receives it.",
                ),
            },
            off: off.map(|(_, token)| {
                (lang.pick("ไม่รับอีเมลแบบนี้อีก", "Unsubscribe from these e-mails"), format!("{home}/mail/unsubscribe?token={token}"))
            }),
        };
        Self {
            subject: letter.subject.replace("{code}", code),
            plain: plain(letter, code, &home, &foot),
            html: page(letter, code, lang, &home, &foot).into_string(),
        }
    }
}

fn plain(letter: &Letter, code: &str, home: &str, foot: &Foot) -> String {
    let mut parts = vec![letter.title.clone()];
    for block in &letter.blocks {
        parts.push(match block {
            Block::Text(text) => text.clone(),
            Block::Code => code.to_owned(),
            Block::Rows(rows) => lines(rows.iter().map(|(name, value)| format!("{name}: {value}"))),
            Block::Items(items) => lines(items.iter().map(|Item { name, detail, amount }| {
                let detail = if detail.is_empty() { String::new() } else { format!("\n  {detail}") };
                format!("- {name}  {amount}{detail}")
            })),
            Block::Button(text, path) => format!("{text}\n{home}{path}"),
        });
    }
    let off = foot.off.as_ref().map(|(text, address)| format!("\n{text}: {address}")).unwrap_or_default();
    parts.push(format!("--\nมะนาว Manao · {home}/\n{}{off}", foot.why));
    parts.join("\n\n")
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

fn page(letter: &Letter, code: &str, lang: Lang, home: &str, foot: &Foot) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(lang.as_str()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light";
                meta name="supported-color-schemes" content="light";
                title { (letter.title) }
            }
            body style=(format!("margin:0;padding:0;background:#e9efe6;color:{INK};{FONT}")) {
                table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#e9efe6" {
                    tr { td align="center" style="padding:24px 12px" {
                        table role="presentation" width="100%" cellpadding="0" cellspacing="0"
                            style="max-width:560px;background:#ffffff;border-radius:14px;overflow:hidden" {
                            tr { td style=(format!("background:{INK};padding:16px 28px")) {
                                a href=(format!("{home}/")) style=(format!("color:{LIME};font-size:18px;font-weight:700;text-decoration:none;{FONT}")) {
                                    "มะนาว" span style="color:#ffffff;font-weight:600" { " Manao" }
                                }
                            } }
                            tr { td style=(format!("padding:28px 28px 12px;{FONT}")) {
                                h1 style=(format!("margin:0 0 16px;font-size:22px;line-height:1.4;color:{INK}")) { (unbroken(&letter.title)) }
                                @for block in &letter.blocks { (shown(block, code, home)) }
                            } }
                            tr { td style=(format!("padding:16px 28px 24px;border-top:1px solid #e3e8e0;font-size:13px;line-height:1.6;color:{DIM};{FONT}")) {
                                (unbroken(foot.why))
                                @if let Some((text, address)) = &foot.off {
                                    br; a href=(address) style=(format!("color:{DIM}")) { (unbroken(text)) }
                                }
                            } }
                        }
                    } }
                }
            }
        }
    }
}

fn shown(block: &Block, code: &str, home: &str) -> Markup {
    html! {
        @match block {
            Block::Text(text) => {
                p style=(format!("margin:0 0 16px;font-size:16px;line-height:1.65;color:{INK}")) { (unbroken(text)) }
            }
            Block::Code => {
                p style=(format!("margin:0 0 16px;padding:14px 0;background:#f1f5ee;border-radius:10px;text-align:center;font:700 32px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.25em;color:{INK}")) { (code) }
            }
            Block::Rows(rows) => {
                table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px;line-height:1.6" {
                    @for (name, value) in rows {
                        tr {
                            td valign="top" style=(format!("padding:4px 16px 4px 0;color:{DIM};white-space:nowrap;{FONT}")) { (unbroken(name)) }
                            td valign="top" align="right" style=(format!("padding:4px 0;color:{INK};word-break:break-word;{FONT}")) { (unbroken(value)) }
                        }
                    }
                }
            }
            Block::Items(items) => {
                table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px;line-height:1.5" {
                    @for Item { name, detail, amount } in items {
                        tr {
                            td valign="top" style=(format!("padding:10px 16px 10px 0;border-top:1px solid #e3e8e0;color:{INK};word-break:break-word;{FONT}")) {
                                strong { (unbroken(name)) }
                                @if !detail.is_empty() { br; span style=(format!("color:{DIM};font-size:14px")) { (unbroken(detail)) } }
                            }
                            td valign="top" align="right" style=(format!("padding:10px 0;border-top:1px solid #e3e8e0;color:{INK};white-space:nowrap;{FONT}")) { (amount) }
                        }
                    }
                }
            }
            Block::Button(text, path) => {
                p style="margin:8px 0 20px" {
                    a href=(format!("{home}{path}"))
                        style=(format!("display:inline-block;padding:12px 22px;background:{LIME};border-radius:12px;color:{INK};font-size:16px;font-weight:700;text-decoration:none;{FONT}")) {
                        (unbroken(text))
                    }
                }
            }
        }
    }
}

/// Prevents line breaks inside Thai words and at the hyphens of an order number, which is copied as it stands.
fn unbroken(text: &str) -> Markup {
    html! {
        @for (index, word) in thai::join(text).split(' ').enumerate() {
            @if index > 0 { " " }
            @if word.starts_with("MN-") { span style="white-space:nowrap" { (word) } } @else { (word) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        let item = Item { name: "<b>ROV</b> & \"friends\"".into(), detail: "ID <script>".into(), amount: "฿20.00".into() };
        Letter {
            subject: "{code} is yours".into(),
            title: "Hello <i>you</i>".into(),
            blocks: vec![
                Block::Text("a < b".into()),
                Block::Code,
                Block::Rows(vec![("Name".into(), "<img src=x onerror=alert(1)>".into())]),
                Block::Items(vec![item]),
                Block::Button("Open".into(), "/purchase/result?number=A&x=\"1".into()),
            ],
        }
    }

    #[test]
    fn what_people_write_is_text_and_nothing_else() {
        let RenderedMail { subject, plain, html } =
            RenderedMail::new(&letter(), Some("482913"), Lang::En, "https://shop.example", None);
        assert_eq!(subject, "482913 is yours");
        for bad in ["<script", "<img", "<i>", "<b>ROV", "x=\"1"] {
            assert!(!html.contains(bad), "{bad} in {html}");
        }
        assert!(
            html.contains("482913") && html.contains("href=\"https://shop.example/en/purchase/result?number=A&amp;x=&quot;1\"")
        );
        assert!(plain.contains("<b>ROV</b> & \"friends\"  ฿20.00\n  ID <script>") && plain.contains("\n482913\n"), "{plain}");
        assert!(plain.contains("https://shop.example/en/purchase/result?number=A"));
        let made = html.replace("&lt;img src=x", "");
        assert!(!made.contains("src=") && !made.contains("unsubscribe"), "nothing is loaded, and this kind is always sent");
    }

    #[test]
    fn lines_break_between_words_and_not_inside_an_order_number() {
        let mut letter = letter();
        letter.blocks = vec![Block::Text("คำสั่งซื้อ MN-54KZ-VRKH ถึงผู้เล่นแล้ว".into())];
        let RenderedMail { plain, html, .. } = RenderedMail::new(&letter, None, Lang::Th, "https://shop.example", None);
        assert!(plain.contains("คำสั่งซื้อ MN-54KZ-VRKH ถึงผู้เล่นแล้ว"), "plain text stays plain: {plain}");
        let shown = "คำ\u{2060}สั่ง\u{2060}ซื้อ <span style=\"white-space:nowrap\">MN-54KZ-VRKH</span> ถึงผู้\u{2060}เล่นแล้ว";
        assert!(html.contains(shown), "{html}");
    }

    #[test]
    fn what_can_be_switched_off_says_how() {
        let RenderedMail { plain, html, .. } =
            RenderedMail::new(&letter(), None, Lang::Th, "https://shop.example", Some((Topic::Orders, "7.orders.abc")));
        let address = "https://shop.example/mail/unsubscribe?token=7.orders.abc";
        assert!(plain.contains(address) && html.contains(address), "{plain}");
    }
}
