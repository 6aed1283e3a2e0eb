//! Bodies of articles: CommonMark with tables, footnotes and directives, rendered once when saved.
//!
//! The rendered body is a list of blocks: clean HTML, and the cards of things whose price or state is live.

mod blocks;
mod html;
mod source;

use manao_kernel::problem::{Code, Lang, codes};
use serde::{Deserialize, Serialize};

use crate::document::BODY;

/// A rendered body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rendered {
    pub blocks: Vec<Block>,
    pub headings: Vec<Heading>,
    /// Text without marks, for the search
    pub plain: String,
    pub minutes: i32,
    /// Paths of this site, with their anchors, that it links to
    pub links: Vec<String>,
    /// Names of the pictures that it shows
    pub pictures: Vec<String>,
    /// Names of our own buttons and fields that it mentions
    pub labels: Vec<String>,
    /// Pictures without an alternative text, unknown directives and the like, for whoever writes
    pub remarks: Vec<String>,
}

/// A part of a body; exactly one field is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Block {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// SKU of a product
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    /// Slug of a game
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    pub id: String,
    pub text: String,
    pub level: u8,
}

/// Deepest nesting of lists and quotes.
const DEPTH: usize = 12;
/// Longest line that is looked at, in characters.
const LINE: usize = 8_000;

/// Refuses a body that costs too much to render.
///
/// # Errors
/// `article_too_long`, `article_too_deep`.
pub fn check(body: &str) -> Result<(), Code> {
    // Bytes first: they are known without a walk.
    if body.len() > BODY * 4 || body.chars().count() > BODY || body.lines().any(|line| line.len() > LINE * 4) {
        return Err(codes::article_too_long);
    }
    // Marks at a line's beginning are what nests; the parser sees only lines that have few.
    let marks =
        |line: &str| line.chars().take_while(|c| matches!(c, '>' | '-' | '*' | '+' | ' ' | '\t')).filter(|c| *c != ' ').count();
    let indent = |line: &str| line.len() - line.trim_start().len();
    if body.lines().any(|line| (marks(line) > DEPTH && line.contains('>')) || indent(line) > DEPTH * 4) {
        return Err(codes::article_too_deep);
    }
    if html::depth(body) > DEPTH * 2 {
        return Err(codes::article_too_deep);
    }
    Ok(())
}

/// Renders a body that passed [`check`].
pub fn render(body: &str, lang: Lang) -> Rendered {
    let mut rendered = Rendered::default();
    for part in source::parts(body, &mut rendered.remarks) {
        blocks::add(&mut rendered, part, lang);
    }
    blocks::part_introduction(&mut rendered.blocks);
    rendered.plain = rendered.plain.split_whitespace().collect::<Vec<_>>().join(" ");
    rendered.minutes = minutes(&rendered.plain, lang);
    rendered
}

/// Returns the minutes that reading takes: 200 English words, or 900 Thai characters, a minute.
fn minutes(plain: &str, lang: Lang) -> i32 {
    let read = match lang {
        Lang::Th => plain.chars().filter(|c| !c.is_whitespace()).count() / 900,
        Lang::En => plain.split(' ').count() / 200,
    };
    i32::try_from(read).unwrap_or(i32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(body: &str) -> String {
        render(body, Lang::En).blocks.into_iter().filter_map(|block| block.html).collect()
    }

    #[test]
    fn nothing_that_runs_comes_through() {
        for body in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[x](javascript:alert(1))",
            "[x](data:text/html,hi)",
            "<a href=\"javascript:alert(1)\">x</a>",
            "![x](javascript:alert(1))",
            "[x](//evil.example/a)",
            "## <svg onload=alert(1)>",
            ":::note\n<iframe src=https://evil.example></iframe>\n:::",
            ":::faq\n### <b onclick=x>q</b>\n<script>1</script>\n:::",
            ":::picture how-to \"\\\" onerror=alert(1) x=\\\"\"",
        ] {
            let html = html(body);
            // Between tags everything is text.
            for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default()) {
                for bad in ["script", "img", "javascript:", "data:text", "iframe", "svg", "\"//evil", "onclick"] {
                    assert!(!tag.contains(bad), "{body}: {html}");
                }
            }
        }
    }

    #[test]
    fn a_table_scrolls_by_itself_and_a_note_is_no_landmark() {
        assert!(
            html("| | b |\n| --- | --- |\n| c | d |\n")
                .starts_with("<div class=\"wide\" tabindex=\"0\"><table><thead><tr><td></td>")
        );
        assert!(html(":::tip\nx\n:::").contains("role=\"note\""));
    }

    #[test]
    fn what_would_cost_much_is_refused() {
        assert!(check(&format!("{}x", ">".repeat(10_000))).is_err());
        assert!(check(&format!("{}x", "> ".repeat(10_000))).is_err());
        assert!(check(&(0..100).map(|depth| format!("{}- x\n", "  ".repeat(depth))).collect::<String>()).is_err());
        assert_eq!(check(&"ก".repeat(5_000_000)), Err(codes::article_too_long));
        assert_eq!(check(&"[a](".repeat(2_000)), Ok(()));
        assert_eq!(check("- a\n  - b\n    > c\n\n---\n\n***\n"), Ok(()));
    }

    #[test]
    fn directives_become_blocks_and_steps_hold_pictures() {
        let body = "Intro {proposal_hours}.\n\n:::steps\n1. Open ==Propose==\n\n   :::picture room \"The room\"\n2. Choose\n:::\n\n:::product rov-60\n\n\
                    ## When {#when}\n\nSee [teams](/manual/team-system#leave) or [out](https://example.com/).\n\n:::faq\n### Why?\nBecause.\n:::\n:::nothing\n";
        let rendered = render(body, Lang::En);
        assert_eq!(rendered.blocks[1].product.as_deref(), Some("rov-60"));
        assert!(rendered.blocks[2].html.as_deref().is_some_and(|html| html.starts_with("<h2")));
        assert_eq!(render("One\n\n## Two\n\n## Three\n", Lang::En).blocks.len(), 2);
        assert_eq!(render("## One\n\n## Two\n", Lang::En).blocks.len(), 1);
        let html: String = rendered.blocks.iter().filter_map(|block| block.html.clone()).collect();
        assert!(html.contains("<div class=\"steps\"><ol>") && html.contains("<b class=\"ui\">Propose</b>"), "{html}");
        assert!(html.contains("href=\"/en/manual/team-system#leave\"") && html.contains("rel=\"noopener nofollow\""), "{html}");
        assert!(html.contains("<h2 id=\"when\">When</h2>") && html.contains("<details><summary>Why?</summary>"), "{html}");
        assert_eq!(rendered.headings, [Heading { id: "when".into(), text: "When".into(), level: 2 }]);
        assert_eq!((rendered.links, rendered.pictures), (vec!["/manual/team-system#leave".to_owned()], vec!["room".to_owned()]));
        assert_eq!(rendered.labels, ["Propose"]);
        assert_eq!(rendered.remarks, ["unknown directive: nothing"]);
    }
}
