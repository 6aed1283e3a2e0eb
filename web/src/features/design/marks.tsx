import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { BarIcon } from '@/ui/bar-icon'
import { ChannelMark } from '@/ui/channel-mark'
import { Cover } from '@/ui/cover'
import { CoverName } from '@/ui/cover-name'
import { Glyph } from '@/ui/glyph'
import { LimeSlice, Logo } from '@/ui/logo'
import { Tag } from '@/ui/tag'
import { TeamLogo } from '@/ui/team-logo'
import { GLYPHS, MOTIFS } from './shapes'
import { State } from './specimen'

const PICTURE = '/share.png'
const BROKEN = '/files/design-missing.jpg'

export function Tags() {
  const t = useTexts('orders')
  return (
    <State th="ธรรมดา · ไลม์ · อำพัน · แดง" en="Plain · lime · amber · red" wide>
      <div className="design-row">
        <Tag>{t('status.cancelled')}</Tag>
        <Tag tone="lime">{t('status.completed')}</Tag>
        <Tag tone="amber">{t('status.pending')}</Tag>
        <Tag tone="red">{t('status.error')}</Tag>
      </div>
    </State>
  )
}

export function Avatars() {
  return (
    <>
      <State th="รูป" en="Picture">
        <Avatar name="Ploy" picture={PICTURE} />
      </State>
      <State th="ตัวอักษร ตามสี" en="Letters, by hue">
        <div className="design-row">
          {['Ploy', 'เก่ง', 'ใบเตย', '🍋 lime', ''].map((name, index) => (
            <Avatar key={name} name={name} hue={index * 72} />
          ))}
        </div>
      </State>
      <State th="รูปหาย" en="Missing picture">
        <Avatar name="Krit" picture={BROKEN} />
      </State>
    </>
  )
}

export function TeamLogos() {
  return (
    <>
      <State th="รูป สามขนาด" en="Picture, three sizes">
        <div className="design-row">
          <TeamLogo name="Bangkok Limes" logo={PICTURE} size="sm" />
          <TeamLogo name="Bangkok Limes" logo={PICTURE} />
          <TeamLogo name="Bangkok Limes" logo={PICTURE} size="lg" />
        </div>
      </State>
      <State th="ตัวอักษร สามขนาด" en="Letters, three sizes">
        <div className="design-row">
          <TeamLogo name="Bangkok Limes" size="sm" />
          <TeamLogo name="พญานาค พัลส์" />
          <TeamLogo name="Wide" shortName="WM" size="lg" />
          <TeamLogo name="ปี่ฎุ๊" size="lg" />
          <TeamLogo name="···" />
        </div>
      </State>
      <State th="รูปหาย" en="Missing picture">
        <TeamLogo name="Naga Pulse" logo={BROKEN} />
      </State>
    </>
  )
}

export function ChannelMarks() {
  return ['promptpay', 'ais_prepaid', 'ais_postpaid', 'other'].map((code) => (
    <State key={code} th={code} en={code}>
      <ChannelMark code={code} />
    </State>
  ))
}

export function Covers() {
  return (
    <>
      <State th="ทุกลวดลาย" en="Every motif" wide>
        <div className="design-covers">
          {MOTIFS.map((motif, index) => (
            <Cover key={motif} hue={index * 45} motif={motif} glyph={GLYPHS[index]} />
          ))}
        </div>
      </State>
      <State th="ไม่มีสัญลักษณ์ · บัตร · 3:2 มีชื่อ · 16:9 มีชื่อไทย" en="Without a glyph · card · 3:2 with a name · 16:9 with a Thai name" wide>
        <div className="design-covers">
          <Cover hue={90} motif="rings" />
          <Cover hue={210} motif="dots" glyph="gift" card />
          <Cover hue={280} motif="waves" glyph="crown" ratio="3:2">
            <CoverName>Realm of Very Long Valor Names</CoverName>
          </Cover>
          <Cover hue={10} motif="peaks" glyph="swords" ratio="16:9">
            <CoverName height={135}>ปู่ฎีกา ผู้ใช้ปั๊มน้ำ</CoverName>
          </Cover>
        </div>
      </State>
    </>
  )
}

export function Glyphs() {
  return (
    <State th="ทุกสัญลักษณ์ใน public/glyphs.svg" en="Every glyph of public/glyphs.svg" wide>
      <div className="design-glyphs">
        {GLYPHS.map((name) => (
          <figure key={name}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <Glyph name={name} width={24} height={24} />
            </svg>
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </State>
  )
}

const BAR_ICONS = ['house', 'gamepad', 'trophy', 'cart', 'person', 'search', 'menu', 'chevron', 'out'] as const

export function BarIcons() {
  return BAR_ICONS.map((shape) => (
    <State key={shape} th={shape} en={shape}>
      <BarIcon shape={shape} />
    </State>
  ))
}

export function Logos() {
  return (
    <>
      <State th="โลโก้" en="Logo">
        <Logo />
      </State>
      <State th="ซีกมะนาว" en="Slice">
        <LimeSlice className="size-16" />
      </State>
    </>
  )
}
