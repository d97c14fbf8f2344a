// Generated from supabase/migrations by "npm run types". Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      education: {
        Row: {
          created_at: string;
          date_range: string | null;
          description: string | null;
          id: string;
          location: string | null;
          organization: string;
          organization_link: string | null;
          revision: number;
          skills: string[] | null;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          id?: string;
          location?: string | null;
          organization: string;
          organization_link?: string | null;
          revision?: number;
          skills?: string[] | null;
          title: string;
        };
        Update: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          id?: string;
          location?: string | null;
          organization?: string;
          organization_link?: string | null;
          revision?: number;
          skills?: string[] | null;
          title?: string;
        };
        Relationships: [];
      };
      experience: {
        Row: {
          created_at: string;
          date_range: string | null;
          description: string | null;
          id: string;
          location: string | null;
          organization: string;
          revision: number;
          skills: string[] | null;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          id?: string;
          location?: string | null;
          organization: string;
          revision?: number;
          skills?: string[] | null;
          title: string;
        };
        Update: {
          created_at?: string;
          date_range?: string | null;
          description?: string | null;
          id?: string;
          location?: string | null;
          organization?: string;
          revision?: number;
          skills?: string[] | null;
          title?: string;
        };
        Relationships: [];
      };
      messages: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          is_read: boolean;
          message: string;
          name: string;
          subject: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
          is_read?: boolean;
          message: string;
          name: string;
          subject: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          is_read?: boolean;
          message?: string;
          name?: string;
          subject?: string;
        };
        Relationships: [];
      };
      personal_info: {
        Row: {
          key: string;
          revision: number;
          value: string | null;
        };
        ComputedFields: never;
        Insert: {
          key: string;
          revision?: number;
          value?: string | null;
        };
        Update: {
          key?: string;
          revision?: number;
          value?: string | null;
        };
        Relationships: [];
      };
      projects: {
        Row: {
          created_at: string;
          description: string | null;
          github_link: string | null;
          id: string;
          image_url: string | null;
          live_link: string;
          name: string;
          revision: number;
          stack: string[] | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          description?: string | null;
          github_link?: string | null;
          id?: string;
          image_url?: string | null;
          live_link: string;
          name: string;
          revision?: number;
          stack?: string[] | null;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          github_link?: string | null;
          id?: string;
          image_url?: string | null;
          live_link?: string;
          name?: string;
          revision?: number;
          stack?: string[] | null;
        };
        Relationships: [];
      };
      skill_categories: {
        Row: {
          id: string;
          name: string;
          revision: number;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          name: string;
          revision?: number;
        };
        Update: {
          id?: string;
          name?: string;
          revision?: number;
        };
        Relationships: [];
      };
      skills: {
        Row: {
          category_id: string | null;
          icon: string | null;
          id: string;
          level: number;
          name: string;
          revision: number;
        };
        ComputedFields: never;
        Insert: {
          category_id?: string | null;
          icon?: string | null;
          id?: string;
          level?: number;
          name: string;
          revision?: number;
        };
        Update: {
          category_id?: string | null;
          icon?: string | null;
          id?: string;
          level?: number;
          name?: string;
          revision?: number;
        };
        Relationships: [
          {
            foreignKeyName: "skills_category_id_fkey";
            columns: ["category_id"];
            isOneToOne: false;
            referencedRelation: "skill_categories";
            referencedColumns: ["id"];
          },
        ];
      };
      social_links: {
        Row: {
          display_order: number | null;
          icon_key: string | null;
          id: string;
          name: string;
          revision: number;
          url: string;
        };
        ComputedFields: never;
        Insert: {
          display_order?: number | null;
          icon_key?: string | null;
          id?: string;
          name: string;
          revision?: number;
          url: string;
        };
        Update: {
          display_order?: number | null;
          icon_key?: string | null;
          id?: string;
          name?: string;
          revision?: number;
          url?: string;
        };
        Relationships: [];
      };
      visits: {
        Row: {
          created_at: string;
          id: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: never;
        };
        Update: {
          created_at?: string;
          id?: never;
        };
        Relationships: [];
      };
      workspace_activity_logs: {
        Row: {
          created_at: string;
          device_info: string | null;
          event_type: string;
          id: string;
          ip_address: string | null;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          device_info?: string | null;
          event_type: string;
          id?: string;
          ip_address?: string | null;
          user_id: string;
        };
        Update: {
          created_at?: string;
          device_info?: string | null;
          event_type?: string;
          id?: string;
          ip_address?: string | null;
          user_id?: string;
        };
        Relationships: [];
      };
      workspace_files: {
        Row: {
          id: string;
          is_folder: boolean;
          mimetype: string | null;
          name: string;
          parent_id: string | null;
          size: number | null;
          storage_object_path: string | null;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          is_folder?: boolean;
          mimetype?: string | null;
          name: string;
          parent_id?: string | null;
          size?: number | null;
          storage_object_path?: string | null;
          user_id: string;
        };
        Update: {
          id?: string;
          is_folder?: boolean;
          mimetype?: string | null;
          name?: string;
          parent_id?: string | null;
          size?: number | null;
          storage_object_path?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "workspace_files_parent_fkey";
            columns: ["user_id", "parent_id"];
            isOneToOne: false;
            referencedRelation: "workspace_files";
            referencedColumns: ["user_id", "id"];
          },
        ];
      };
      workspace_notes: {
        Row: {
          color: string;
          content: string;
          excerpt: string | null;
          id: string;
          is_archived: boolean;
          is_cut: boolean | null;
          is_pinned: boolean;
          revision: number;
          title: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          color?: string;
          content?: string;
          excerpt?: never;
          id?: string;
          is_archived?: boolean;
          is_cut?: never;
          is_pinned?: boolean;
          revision?: number;
          title?: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          color?: string;
          content?: string;
          excerpt?: never;
          id?: string;
          is_archived?: boolean;
          is_cut?: never;
          is_pinned?: boolean;
          revision?: number;
          title?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      workspace_tasks: {
        Row: {
          description: string | null;
          due_date: string | null;
          id: string;
          order: number;
          priority: string;
          revision: number;
          status: string;
          tags: string[] | null;
          title: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          description?: string | null;
          due_date?: string | null;
          id?: string;
          order?: number;
          priority?: string;
          revision?: number;
          status?: string;
          tags?: string[] | null;
          title: string;
          user_id: string;
        };
        Update: {
          description?: string | null;
          due_date?: string | null;
          id?: string;
          order?: number;
          priority?: string;
          revision?: number;
          status?: string;
          tags?: string[] | null;
          title?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      workspace_users: {
        Row: {
          email: string;
          updated_at: string;
          user_id: string;
          username: string;
        };
        ComputedFields: never;
        Insert: {
          email: string;
          updated_at?: string;
          user_id: string;
          username: string;
        };
        Update: {
          email?: string;
          updated_at?: string;
          user_id?: string;
          username?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      claim_role: { Args: { claimed: string; member: string }; Returns: boolean };
      clear_sample_content: { Args: Record<PropertyKey, never>; Returns: number };
      count_messages: { Args: { search?: string }; Returns: number };
      count_sample_content: { Args: Record<PropertyKey, never>; Returns: number };
      delete_found_messages: {
        Args: { except_ids?: string[]; search: string; until: string };
        Returns: number;
      };
      delete_messages: { Args: { ids: string[] }; Returns: number };
      export_messages: {
        Args: { edge_id?: string; edge_time?: string; most?: number; search?: string };
        Returns: {
          created_at: string;
          email: string;
          id: string;
          is_read: boolean;
          message: string;
          name: string;
          subject: string;
        }[];
        SetofOptions: {
          from: "*";
          to: "messages";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      grant_role: { Args: { granted: string; member: string }; Returns: undefined };
      keep_notion_notes: { Args: { listed: string; source: string }; Returns: undefined };
      kept_notion_notes: {
        Args: { source: string };
        Returns: {
          notes: Json;
          synced_at: string;
        }[];
      };
      list_members: {
        Args: Record<PropertyKey, never>;
        Returns: {
          role: string;
          user_id: string;
        }[];
      };
      list_messages: {
        Args: {
          edge_id?: string;
          edge_time?: string;
          most?: number;
          newer?: boolean;
          search?: string;
        };
        Returns: {
          created_at: string;
          email: string;
          id: string;
          is_read: boolean;
          name: string;
          preview: string;
          subject: string;
        }[];
      };
      mark_found_messages: {
        Args: { as_read: boolean; except_ids?: string[]; search: string; until: string };
        Returns: number;
      };
      mark_messages: { Args: { as_read: boolean; ids: string[] }; Returns: number };
      own_role: { Args: Record<PropertyKey, never>; Returns: string };
      save_task_order: { Args: { items: Json }; Returns: undefined };
      search_long_notes: {
        Args: { words: string };
        Returns: {
          id: string;
        }[];
      };
      visit_statistics: { Args: { time_zone?: string }; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
